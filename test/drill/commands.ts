/** The commands of docs/runbook.md that the drill runs, word for word: a test compares them with the document. */
export const RUNBOOK = {
  createUser: 'npm run ops -- user --stage sandbox --email ada@example.com --workspace "Acme"',
  disableUser: 'npm run ops -- user --stage production --disable ada@example.com',
  enableUser: 'npm run ops -- user --stage production --enable ada@example.com',
  revokeKey: 'npm run ops -- key --stage production --user ada@example.com --revoke',
  newKey: 'npm run ops -- key --stage production --user ada@example.com',
  keyId: 'printf %s "$KEY" | openssl dgst -sha256 -binary | basenc --base64url | cut -c1-12',
  restoreWorkspace: 'npm run ops -- workspace --stage production --id wks_… --restore',
  show: 'npm run ops -- show --stage production bot_…',
  reveal: 'npm run ops -- show --stage production bot_… --reveal',
  whyWebhooks: 'npm run ops -- why webhooks wks_…',
  whyWebhooksOfMeeting: 'npm run ops -- why webhooks wks_… mtg_…',
  listRecorders: 'npm run ops -- recorder --stage … --list',
  testRecorder: 'npm run ops -- recorder --stage … --test <name>',
  orderRecorders: 'npm run ops -- recorder --stage … --order meet=…',
  listDeadLetters: 'npm run ops -- dead-letters --stage production --list bots',
  showDeadLetter: 'npm run ops -- dead-letters --stage production --show bots <id>',
  redriveDeadLetter: 'npm run ops -- dead-letters --stage production --redrive bots <id>',
  dropDeadLetter: 'npm run ops -- dead-letters --stage production --drop bots <id>',
  redriveQueue: 'npm run ops -- redrive --stage production --queue first',
  enableKey: 'aws kms enable-key --key-id …',
  enableSweeper: 'aws events enable-rule --name rapporteur-<stage>-sweeper',
  listMappings: 'aws lambda list-event-source-mappings --function-name rapporteur-<stage>-outbox-relay',
  enableMapping: 'aws lambda update-event-source-mapping --enabled --uuid …',
  startFunction: 'aws lambda delete-function-concurrency --function-name …',
} as const;

/** A command of the runbook, as it prints it. */
export type RunbookCommand = (typeof RUNBOOK)[keyof typeof RUNBOOK];
