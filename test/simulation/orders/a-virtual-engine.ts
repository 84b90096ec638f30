import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type TranslationRequest, type Translator, TranslatorUnavailable } from '#shared/texts/translation/ports';

interface Given {
  readonly random: () => number;
  readonly clock: { now(): Instant };
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Shorter than the lease of a job, as the timeouts of engines are. */
const LONGEST_MS = 60 * SECOND_MS;

/** An engine of a deployment: slow, out of order for a while, without some languages, and it loses answers. */
export function aVirtualEngine({ random, clock, wait }: Given) {
  const outage = { from: later(clock.now(), random() * 20 * MINUTE_MS), minutes: random() < 0.5 ? random() * 30 : 0 };
  const unsupported = random() < 0.3 ? ['fr', 'de'] : [];

  const isOut = (): boolean => {
    const now = clock.now();
    return now >= outage.from && now < outage.from + outage.minutes * MINUTE_MS;
  };

  /** For one invocation; `answered` is called with each request whose answer arrives. */
  return (answered: (request: TranslationRequest) => void): Translator => ({
    async translate(request) {
      await wait(Math.round(random() * (random() < 0.1 ? LONGEST_MS : 2 * SECOND_MS)));
      if (isOut() || random() < 0.03) throw new TranslatorUnavailable('out of order');
      if (unsupported.includes(request.to))
        return { status: 'failed', reason: 'language_not_supported', detail: 'Unknown.' };
      if (random() < 0.02) throw new TranslatorUnavailable('no answer');
      answered(request);
      await request.onProgress();
      const segments = request.segments.map(({ id, text }) => ({ id, text: translated(text, request.to) }));
      return { status: 'done', engine: 'pseudo', segments, issues: [] };
    },
  });
}

/** What the engine makes of a text. */
export const translated = (text: string, language: string): string => `${language}: ${text}`;
