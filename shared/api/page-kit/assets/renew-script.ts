/**
 * The part of the script for players. The link of a player is good for ten minutes, and a recording may be longer: where
 * `<audio id data-renews>` fails, its page is requested again, and it goes on with the new link from where it was. A link
 * that fails within a minute is not renewed. A browser pauses a player that fails, so `paused` does not tell whether it played.
 */
export const RENEW_TEXT = `
const renew = (player) => {
  let renewedAt = Date.now();
  let isPlaying = !player.paused;
  player.addEventListener('play', () => { isPlaying = true; });
  player.addEventListener('pause', () => { if (!player.error) isPlaying = false; });
  player.addEventListener('error', async () => {
    if (Date.now() - renewedAt < 60000) return;
    renewedAt = Date.now();
    const { currentTime, playbackRate } = player;
    const response = await fetch(location.href, { redirect: 'manual' }).catch(() => undefined);
    if (!response?.ok) return;
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(player.id);
    if (!next) return;
    player.src = next.getAttribute('src');
    player.currentTime = currentTime;
    player.playbackRate = playbackRate;
    if (isPlaying) player.play();
  });
};
for (const player of document.querySelectorAll('[data-renews]')) renew(player);
`;
