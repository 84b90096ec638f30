import { type BrandKit, imageAt, isFor } from '#shared/brand-kits/rules/brand-kit';
import { brandKits } from '#shared/brand-kits/store';
import type { MailProviders } from '#shared/companies/ports';
import type { Clock } from '#shared/core/clock';
import { idOf } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { FileLinks } from '#shared/files/ports';
import { files } from '#shared/files/store';
import type { MailComposer } from '#shared/mail/ports';
import { senderFor } from '#shared/mail/rules/mail';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/rules/results-status';
import { meetings } from '#shared/meetings/store';
import type { ResultsStorage } from '#shared/results/ports';
import type { Summary } from '#shared/results/rules/results';
import { confirmedAddresses } from '#shared/summary-mail/confirmed-addresses';
import { lookOf, type MailLook } from '#shared/summary-mail/rules/mail-look';
import { addressesToConfirm, summaryRecipients } from '#shared/summary-mail/rules/mail-recipients';
import { writeSummaryMail } from '#shared/summary-mail/rules/write-summary-mail';
import { readMailTrust } from '#shared/workspaces/mail-trust-store';
import type { MailTrust } from '#shared/workspaces/rules/mail-trust';

interface Needs {
  readonly table: Table;
  readonly clock: Clock;
  readonly results: Pick<ResultsStorage, 'summary'>;
  /** Links to the logo: mail is read for longer than a link of storage lives. */
  readonly links: FileLinks;
  readonly mailProviders: MailProviders;
  /** Origin of the pages. */
  readonly appUrl: string;
  /** An IANA zone, for dates. */
  readonly zone: string;
}

/**
 * Composes the mail with the summary of a meeting, by the settings that the meeting has. Undefined where the meeting or
 * its summary is gone, and where it mails to no one.
 */
export const composeSummaryMail =
  (needs: Needs): MailComposer =>
  async ({ about }, workspace) => {
    const id = idOf('mtg', about);
    const meeting = id && (await meetings.find(needs.table, id))?.state;
    if (!meeting || meeting.workspaceId !== workspace.id) return undefined;
    const trust = await readMailTrust(needs.table, workspace, needs.mailProviders);
    const setting = meeting.settings.values['summary.email'];
    const asked = addressesToConfirm(meeting, setting, trust);
    const confirmed = await confirmedAddresses(needs.table, workspace.id, asked);
    const recipients = summaryRecipients(meeting, setting, { trust, confirmed });
    const summary = recipients.length > 0 ? await summaryOf(needs, meeting) : undefined;
    if (!summary) return undefined;
    const mail = {
      title: meeting.title,
      startedAt: shownRecording(meeting)?.startedAt ?? meeting.startsAt,
      durationSeconds: shownRecording(meeting)?.results.durationSeconds ?? null,
      isDoubtful: shownRecording(meeting)?.results.transcriptOutcome === 'doubtful',
      zone: needs.zone,
      sender: workspace.name,
      summary,
      look: await lookFor(needs, meeting, trust),
    };
    return {
      fromName: senderFor(workspace.name),
      recipients,
      write: (_recipient, unsubscribeUrl) => writeSummaryMail({ ...mail, unsubscribeUrl }),
    };
  };

async function summaryOf({ results }: Needs, meeting: Meeting): Promise<Summary | undefined> {
  const shown = shownRecording(meeting);
  if (shown?.results.summary !== 'ready') return undefined;
  return results.summary({ workspaceId: meeting.workspaceId, botId: shown.botId });
}

/** By the brand kit of the meeting; the default look where the kit is gone or no longer for this workspace. */
async function lookFor(needs: Needs, meeting: Meeting, trust: MailTrust): Promise<MailLook> {
  const id = idOf('brk', meeting.settings.values['branding.brand_kit_id']);
  const found = id && (await brandKits.find(needs.table, id))?.state;
  const kit = found && isFor(found, meeting.workspaceId) ? found : undefined;
  return lookOf(kit, {
    meetingId: meeting.id,
    meetingUrl: `${needs.appUrl}/app/meetings/${meeting.id}`,
    logoUrl: kit ? await logoOf(needs, kit) : null,
    trust,
  });
}

/** No SVG: Gmail and Outlook do not show it, and it is served as a download only. */
async function logoOf({ table, links, clock }: Needs, kit: BrandKit): Promise<string | null> {
  const image = imageAt(kit, 'email.branded.logo');
  const file = image && (await files.find(table, image.copyId))?.state;
  return file && file.contentType !== 'image/svg+xml' ? links.to(file.id, clock.now()) : null;
}
