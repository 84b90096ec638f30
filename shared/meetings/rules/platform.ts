export type Platform = 'zoom' | 'meet' | 'teams';

/** Where each platform's links live: commercial, personal (Teams Live) and government clouds, and China's Teams. */
const HOSTS: Readonly<Record<Platform, readonly string[]>> = {
  zoom: ['zoom.us', 'zoom.com', 'zoomgov.com'],
  meet: ['meet.google.com'],
  teams: [
    'teams.microsoft.com',
    'teams.live.com',
    'teams.cloud.microsoft',
    'gov.teams.microsoft.us',
    'dod.teams.microsoft.us',
    'teams.microsoftonline.cn',
  ],
};

/** Only Zoom gives its customers sub-domains; elsewhere a sub-domain is another thing. */
export function platformOfHost(host: string): Platform | null {
  if (HOSTS.zoom.some((zoom) => host === zoom || host.endsWith(`.${zoom}`))) return 'zoom';
  if (HOSTS.meet.includes(host)) return 'meet';
  return HOSTS.teams.includes(host) ? 'teams' : null;
}
