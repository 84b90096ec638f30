import { flag, positional, required } from '#bin/cli/options';
import { deadLettersOf } from '#bin/operator/dead-letters/read-dead-letters';
import { operatorCommand } from '#bin/operator/operator-command';
import { showSubject } from '#bin/operator/show/show-subject';
import { subjectType } from '#bin/operator/show/subject';
import { withStage } from '#bin/operator/stage';

/** npm run ops -- show: everything that is stored on an id, an address or a domain. */
export const show = operatorCommand({
  name: 'show',
  description: `Prints what is stored on an id, an email address or a domain, as JSON: rows, what they name, due times,
webhook events, jobs and dead letters. It changes nothing; the audit log of each workspace says that it was read. Texts
and addresses are printed by their length, secrets never. A domain is looked for in the whole table.`,
  options: {
    subject: positional(required(subjectType, 'what to show')),
    reveal: flag('prints personal data and texts, which the audit log says; secrets stay hidden'),
  },
  run: async ({ subject, reveal, ...options }) => {
    const json = await withStage(options, ({ context, workspaces }) =>
      deadLettersOf(options.stage, (queues) =>
        showSubject({ context, workspaces, stage: options.stage, deadLettersNaming: queues.naming }, subject, reveal),
      ),
    );
    return { text: JSON.stringify(json, null, 2), json };
  },
});
