/**
 * Keeps the shell of the client (page, scripts, styles), so that it opens without a connection,
 * and shows notices. Answers of the API and pictures of games are never kept: what a game looks
 * like, only the server knows.
 *
 * The server puts two lines before this text: SHELL, a digest of all files, and FILES, their
 * addresses. So this script changes whenever a file does, and the old shell is dropped.
 */

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  const isShell = url.pathname.startsWith("/web/") || request.mode === "navigate";
  if (request.method !== "GET" || url.origin !== location.origin || !isShell) return;
  if (/^\/(docs|openapi|tournaments|metrics|healthz)/.test(url.pathname)) return;
  event.respondWith(freshOrKept(request));
});

/** The server's answer; without a connection, the one that was kept. */
async function freshOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(SHELL);
    const kept = await cache.match(request.mode === "navigate" ? "/" : request.url, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("push", (event) => {
  const notice = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(notice.title ?? "Hexledger", {
      body: notice.text ?? "",
      icon: "/web/icon-192.png",
      // A newer notice about a game takes the place of an older one.
      ...(notice.game_id && { tag: notice.game_id, data: { game: notice.game_id } }),
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const game = event.notification.data?.game;
  event.waitUntil(self.clients.openWindow(game ? `/table/${encodeURIComponent(game)}` : "/"));
});
