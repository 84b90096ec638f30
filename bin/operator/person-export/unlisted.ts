import { filled, type Held, isOf, mentions, type Sources } from '#bin/operator/person-export/held';
import { scannedRows } from '#bin/operator/person-export/scanned-rows';
import { connectLinks } from '#shared/calendars/consent/store';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Item } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { jsonOfState } from '#shared/foundation/dynamodb/rows';

/** The types of the rows that no index lists, and of workspaces, which none lists either. */
const TYPES = ['workspace', 'connect_link', 'answer', 'kept_mail'];

export type Unlisted = { readonly workspaceId: WorkspaceId } | { readonly held: Held };

/** One scan: the ids of all workspaces, and what of the address stands in rows that only a scan finds. */
export async function* unlisted(sources: Sources, email: string): AsyncGenerator<Unlisted> {
  for await (const item of scannedRows(sources, TYPES)) {
    const workspaceId = item.type === 'workspace' ? idOf('wks', item.pk) : undefined;
    const held = workspaceId === undefined ? heldIn(item, email) : undefined;
    if (workspaceId) yield { workspaceId };
    if (held) yield { held };
  }
}

function heldIn(item: Item, email: string): Held | undefined {
  switch (item.type) {
    case 'connect_link':
      return connectLinkIn(item, email);
    case 'answer':
      return answerIn(item, email);
    case 'kept_mail':
      return mailIn(item, email);
    default:
      return undefined;
  }
}

function connectLinkIn(item: Item, email: string): Held | undefined {
  const { id, workspaceId, whose, createdAt, expiresAt } = connectLinks.stateIn(item);
  if (!('memberData' in whose) || !isOf(email, whose.memberData.email)) return undefined;
  const times = { created_at: isoOf(createdAt), expires_at: isoOf(expiresAt) };
  return { object: 'calendar_connect_link', id, workspace_id: workspaceId, member_data: whose.memberData, ...times };
}

/** A response that is kept for a day, for requests that are repeated with their Idempotency-Key. */
function answerIn({ pk, sk, answer, expires_at: expiresAt }: Item, email: string): Held | undefined {
  const text = answer instanceof Uint8Array ? inflated(answer) : undefined;
  if (text === undefined || !mentions(email, text)) return undefined;
  const until = typeof expiresAt === 'number' ? isoOf(expiresAt as Instant) : undefined;
  return { object: 'idempotency_record', id: `${pk} ${sk}`, ...filled({ expires_at: until }) };
}

/** A mail that a local stack keeps instead of sending it. */
function mailIn(item: Item, email: string): Held | undefined {
  const state = jsonOfState(item.state);
  return mentions(email, state) ? { object: 'kept_mail', id: item.sk } : undefined;
}
