import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Platform } from '#shared/foundation/core/platform';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import type { Arrival } from '#shared/meetings/bots/rules/bot';
import type { BotAndMeeting } from '#shared/meetings/bots/rules/record-transition';
import type { TranscriptOutcome } from '#shared/meetings/bots/rules/transcript-outcome';
import type { BotDecision } from '#shared/meetings/bots/rules/transitions';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** How one bot came to its call. */
export interface ArrivedBot {
  /** The recorder that has it; null where none took it. */
  readonly recorder: string | null;
  readonly platform: Platform | null;
  readonly arrival: Arrival;
}

/** What an operator has to know of a recorder or of the speech server; each is a value of a metric. */
export type RecorderFault =
  | 'circuit_open' // a recorder gets no bot for a while
  | 'doubled' // a recorder had a bot that another one was asked for
  | 'copy' // a recording is not copied from its recorder
  | 'speech' // a recording gets no transcript
  | 'lost'; // people spoke in a recording, and its transcripts have no words

/** Counts how bots arrive, for the metrics of the stage. It does not fail. */
export interface ArrivalMeter {
  /** Called once for a bot, after its arrival is saved. */
  arrived(bot: ArrivedBot): void;
}

/** Counts what the transcripts of recordings come to, for the metrics of the stage. It does not fail. */
export interface OutcomeMeter {
  /** `outcome` is null where the transcription failed. */
  transcribed(recorder: string | null, outcome: TranscriptOutcome | null): void;
  /** The speech service is asked about a recording of which the recorder has a transcript: the operator pays for it. */
  compared(recorder: string | null, seconds: number): void;
}

/** How much the speech service may be asked about what recorders have transcribed, of the deployment and of a workspace. */
export interface ComparisonAllowance {
  /** Counts a recording that its recorder has transcribed. */
  transcribed(workspaceId: WorkspaceId, seconds: number): Promise<void>;
  /** Counts a recording that the speech service is about to be asked about, unless that is too much for today. */
  take(workspaceId: WorkspaceId, seconds: number): Promise<'taken' | 'used_up'>;
  /** Counts what the speech service heard of a recording beyond what was taken. */
  heardBeyond(workspaceId: WorkspaceId, seconds: number): Promise<void>;
}

/** Reports faults of recorders and of the speech server to the operator. It does not fail. */
export interface FaultReports {
  /** `recorder` is its name; null where the recording has none any more. */
  report(fault: RecorderFault, recorder: string | null): void;
}

/** What is saved in the same transaction as a step of a recording. */
export interface FollowedRecording {
  /** The meeting, where it changes for another reason than the step. */
  readonly meetingNow?: Meeting;
  readonly writes?: readonly (readonly Write[])[];
  readonly events?: readonly DomainEvent[];
}

/** What follows from a step of a recording for the text that is read as a conversation. */
export type FollowRecording = (loaded: BotAndMeeting, decision: BotDecision, at: Instant) => Promise<FollowedRecording>;
