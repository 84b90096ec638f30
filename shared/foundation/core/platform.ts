export type Platform = 'zoom' | 'meet' | 'teams';

/** Hosts of each platform's links: commercial, personal (Teams Live) and government clouds, and China's Teams. */
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

/** Only Zoom gives its customers sub-domains; a sub-domain of the others is another service. */
export function platformOfHost(host: string): Platform | null {
  if (HOSTS.zoom.some((zoom) => host === zoom || host.endsWith(`.${zoom}`))) return 'zoom';
  if (HOSTS.meet.includes(host)) return 'meet';
  return HOSTS.teams.includes(host) ? 'teams' : null;
}
