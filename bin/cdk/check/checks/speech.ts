import type { AccountFacts } from '#bin/cdk/check/facts';
import { advice, checked, type Finding, ok } from '#bin/cdk/check/finding';

/** Whether a recording without a transcript, or with a doubtful one, is heard by anyone else. */
export const speech = ({ speech: found }: AccountFacts, { stage }: { readonly stage: string }): readonly Finding[] => [
  checked(found, 'The speech service', (isSetUp) =>
    isSetUp === true
      ? ok('A speech service is set up.')
      : advice(
          'No speech service is set up: what a recorder loses of a recording stays lost, and files get no text.',
          `npm run ops -- speech set --kind amazon_transcribe --stage ${stage}`,
        ),
  ),
];
