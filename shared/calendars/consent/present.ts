import * as v from 'valibot';
import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';

export const CalendarConnectLinkBody = v.strictObject({
  id: idText('ccl'),
  object: v.literal('calendar_connect_link'),
  workspace_id: idText('wks'),
  url: v.string(),
  member_id: v.nullable(idText('mem')),
  provider: v.nullable(v.picklist(['google', 'microsoft'])),
  return_url: v.string(),
  metadata: metadataMap,
  expires_at: dateTime,
  created_at: dateTime,
});

/** `url` is shown here and never again. Which accounts it takes is for callers of older versions alone. */
export const presentConnectLink = (link: ConnectLink, url: string) => ({
  id: link.id,
  object: 'calendar_connect_link',
  workspace_id: link.workspaceId,
  url,
  member_id: 'memberId' in link.whose ? link.whose.memberId : null,
  provider: link.provider,
  return_url: link.returnUrl,
  metadata: link.metadata,
  expires_at: isoOf(link.expiresAt),
  created_at: isoOf(link.createdAt),
  legacy: { email_match: link.emailMatch },
});
