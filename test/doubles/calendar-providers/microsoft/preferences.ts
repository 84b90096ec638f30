import { isZone } from '#test/doubles/calendar-providers/calendar/zones';

/** What a `Prefer` header asks for (RFC 7240), as much as Graph's calendars look at. */
export interface Preferences {
  readonly pageSize: number | undefined;
  readonly zone: string;
  readonly bodyType: 'html' | 'text';
  /** What was granted, for `Preference-Applied`. */
  readonly applied: string;
}

/** Windows names are not known here: a zone that `Intl` does not know is refused. */
export function preferencesIn(request: Request): Preferences | undefined {
  const header = request.headers.get('prefer') ?? '';
  const value = (name: string) => new RegExp(`(?:^|[,\\s])${name}\\s*=\\s*"?([^",]+)"?`, 'i').exec(header)?.[1]?.trim();
  const pageSize = Number(value('odata\\.maxpagesize') ?? Number.NaN);
  const zone = value('outlook\\.timezone') ?? 'UTC';
  if (!isZone(zone)) return undefined;
  const bodyType = value('outlook\\.body-content-type') === 'text' ? 'text' : 'html';
  const isSized = Number.isInteger(pageSize) && pageSize > 0;
  const applied = [
    ...(isSized ? [`odata.maxpagesize=${pageSize}`] : []),
    ...(value('outlook\\.timezone') === undefined ? [] : [`outlook.timezone="${zone}"`]),
    ...(bodyType === 'text' ? ['outlook.body-content-type="text"'] : []),
    ...(value('IdType') === undefined ? [] : ['IdType="ImmutableId"']),
  ].join(', ');
  return { pageSize: isSized ? pageSize : undefined, zone, bodyType, applied };
}
