import { idOf } from '#shared/core/ids';
import type { Key } from '#shared/core/table';
import type { OutboxNotice } from '#shared/events/ports/outbox';
import { OUTBOX_SORT_KEY_PREFIX } from '#shared/infrastructure-names';

/** What the key of an outbox row says: `EVENT#<type>`, as of events and jobs with content, or `EVENT#<type>#<bot, delivery or connection>`. Undefined for any other key. */
export function noticeIn({ pk, sk }: Key): OutboxNotice | undefined {
  const id = idOf('out', pk);
  if (id === undefined || !sk.startsWith(OUTBOX_SORT_KEY_PREFIX)) return undefined;
  const [type = '', subject] = sk.slice(OUTBOX_SORT_KEY_PREFIX.length).split('#');
  if (subject === undefined) return { id, type };
  const about = idOf('bot', subject) ?? idOf('evt', subject) ?? idOf('cal', subject);
  return about && { id, type, subject: about };
}
