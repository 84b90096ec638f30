import { UsageError } from '#bin/cli/cli-error';
import { optional, positional, required } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { auditRead } from '#bin/operator/audit-read';
import { operatorCommand, type Report } from '#bin/operator/operator-command';
import { initialRegistryOf } from '#bin/operator/recorders/initial-registry';
import { withStage } from '#bin/operator/stage';
import { CALENDAR_WORDS, ofDeployment } from '#bin/operator/why/calendar';
import { readCalendarCase, readRecordingCase, readWebhookCase } from '#bin/operator/why/read-facts';
import { inWords, lines, type SaidFinding } from '#bin/operator/why/reasons';
import { ofRecorders, RECORDING_WORDS } from '#bin/operator/why/recording';
import { ofFanout, WEBHOOK_WORDS } from '#bin/operator/why/webhooks';
import { whyNotInSync } from '#shared/calendars/rules/why-not-in-sync';
import type { CommandContext } from '#shared/foundation/commands/context';
import { calendarIdOf, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { whyNoRecording } from '#shared/meetings/meetings/rules/why-no-recording';
import type { RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import { whyNoWebhooks } from '#shared/webhooks/delivery/rules/why-no-webhooks';

const TOPICS = ['webhooks', 'recording', 'calendar'] as const;
export type Topic = (typeof TOPICS)[number];

/** npm run ops -- why: the reason for what a partner misses, with its evidence. */
export const why = operatorCommand({
  name: 'why',
  description: `Goes through the reasons for which a workspace gets no webhooks (why webhooks wks_… [mtg_…]), a meeting has no
recording (why recording mtg_…), or a calendar is not in sync (why calendar cal_…), and prints the one that holds, with its
evidence. It changes nothing; the audit log of the workspace says that it was read. It prints no personal data.`,
  options: {
    topic: positional(required(choice(...TOPICS), 'what is missing')),
    id: positional(required(anyText, 'workspace, meeting or calendar')),
    meeting: positional(optional(anyText, 'meeting whose webhooks are missing')),
  },
  run: ({ topic, id, meeting, stage, table }) => {
    const initial = initialRegistryOf(stage);
    return withStage({ stage, table }, ({ context }) => explain(context, { topic, id, meeting }, initial));
  },
});

export interface Question {
  readonly topic: Topic;
  readonly id: string;
  readonly meeting: string | undefined;
}

/** Answers the reason that holds. Throws a UsageError for an id of another kind, and a CliError for an unknown one. */
export async function explain(context: CommandContext, question: Question, initial: RecorderRegistry): Promise<Report> {
  const { workspaceId, finding } = await findingOf(context, question, initial);
  await auditRead(context, workspaceId, { command: 'why', subject: question.id, revealed: false });
  const { found, ruledOut } = finding;
  return {
    text: lines(finding).join('\n'),
    json: { ...question, reason: found.reason, says: found.says, evidence: found.evidence, ruled_out: ruledOut },
  };
}

interface Answer {
  readonly workspaceId: WorkspaceId;
  readonly finding: SaidFinding;
}

async function findingOf(
  context: CommandContext,
  { topic, id, meeting }: Question,
  initial: RecorderRegistry,
): Promise<Answer> {
  if (topic !== 'webhooks' && meeting !== undefined) throw new UsageError(`why ${topic} takes one id`);
  switch (topic) {
    case 'webhooks': {
      const workspaceId = idOf('wks', id);
      const meetingId = meeting === undefined ? undefined : idOf('mtg', meeting);
      if (workspaceId === undefined || (meeting !== undefined && meetingId === undefined))
        throw new UsageError('why webhooks takes a workspace (wks_…), and a meeting (mtg_…) where it is about one');
      const { facts, waitingEvents } = await readWebhookCase(context, workspaceId, meetingId);
      const finding = whyNoWebhooks(facts, ofFanout(waitingEvents, facts.now));
      return { workspaceId, finding: inWords(finding, WEBHOOK_WORDS) };
    }
    case 'recording': {
      const meetingId = idOf('mtg', id);
      if (meetingId === undefined) throw new UsageError('why recording takes a meeting (mtg_…)');
      const { workspaceId, facts, recorders } = await readRecordingCase(context, meetingId, initial);
      const finding = whyNoRecording(facts, ofRecorders(facts.meeting.platform, recorders, facts.now));
      return { workspaceId, finding: inWords(finding, RECORDING_WORDS) };
    }
    case 'calendar': {
      const calendarId = calendarIdOf(id);
      if (calendarId === undefined) throw new UsageError('why calendar takes a connection (cal_…) or a feed (cfd_…)');
      const { workspaceId, facts, hasClient } = await readCalendarCase(context, calendarId);
      return { workspaceId, finding: inWords(whyNotInSync(facts, ofDeployment(hasClient)), CALENDAR_WORDS) };
    }
  }
}
