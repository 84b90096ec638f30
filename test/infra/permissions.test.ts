import { API_GROUPS } from '#lib/api-groups';
import { describe, expect, it } from '#test/support/jest';
import { actionsIn, isOnAllResources, permissionsOf, type Statement } from './permissions.ts';
import { aTemplateSet, idIn, resourcesOf } from './synthesized.ts';

const { code } = aTemplateSet('production');
const functions = resourcesOf(code, 'AWS::Lambda::Function');

const actionsOf = (name: string) => [...new Set(permissionsOf(code, name).flatMap(actionsIn))].sort();

describe('files', () => {
  /** Patterns of keys that a function may use with this action. */
  const keysOf = (name: string, action: string) =>
    permissionsOf(code, name)
      .filter((statement) => actionsIn(statement).includes(action))
      .flatMap(({ Resource }) => [...JSON.stringify(Resource).matchAll(/"\/(.*?)"/g)].map(([, keys]) => keys));

  const TEXTS = ['wks_*/bot_*', 'wks_*/con_*'];
  const SEARCH = 'wks_*/search/*';
  it.each([
    ['api-files', ['wks_*/files/*'], ['wks_*/files/*'], ['wks_*/files/*']],
    ['api-brand-kits', ['wks_*/files/*'], ['wks_*/files/*'], ['wks_*/files/*']],
    ['api-glossaries', ['wks_*/glossaries/*'], ['wks_*/glossaries/*'], ['wks_*/glossaries/*']],
    ['api-meetings', ['wks_*/bot_*'], [], []],
    ['api-conversations', TEXTS, TEXTS, TEXTS],
    ['api-exports', ['wks_*/bot_*', 'wks_*/con_*/media', 'wks_*/exports/*'], [], []],
    ['pages-app', [...TEXTS, 'uploads/*', 'wks_*/exports/*'], [...TEXTS, 'uploads/*'], TEXTS],
    ['mcp-connector', ['wks_*/bot_*', 'wks_*/con_*', 'wks_*/search/*'], [], []],
    ['export-writing', [...TEXTS, 'wks_*/exports/*'], ['wks_*/exports/*'], ['wks_*/exports/*']],
    ['bot-dispatch', ['simulator/*'], ['simulator/*'], ['simulator/*']],
    ['live-transcripts', ['simulator/*'], [], []],
    ['recording-processing', ['simulator/*', ...TEXTS], ['simulator/*', ...TEXTS], ['simulator/*', ...TEXTS]],
    ['api-uploads', ['uploads/*'], ['uploads/*'], []],
    // All of the bucket of the access log.
    ['housekeeping', [...TEXTS, SEARCH, '*'], [...TEXTS, SEARCH], ['uploads/*', 'wks_*', ...TEXTS, SEARCH]],
    [
      'media-processing',
      ['uploads/*', 'wks_*/con_*', 'wks_*/glossaries/*'],
      ...[
        ['uploads/*', 'wks_*/con_*'],
        ['uploads/*', 'wks_*/con_*'],
      ],
    ],
    ['order-processing', ['wks_*/bot_*', 'wks_*/glossaries/*', 'wks_*/con_*'], ['wks_*/con_*'], ['wks_*/con_*']],
  ])('are read, written and deleted by %s by their kind', (name, read, written, deleted) => {
    expect([keysOf(name, 's3:GetObject'), keysOf(name, 's3:PutObject'), keysOf(name, 's3:DeleteObject')]).toEqual([
      read,
      written,
      deleted,
    ]);
  });
});

describe('secrets', () => {
  const contextsOf = (name: string, action = 'kms:Decrypt') =>
    permissionsOf(code, name)
      .filter((statement) => actionsIn(statement).includes(action))
      .map(({ Condition }: Statement) => Condition);
  const WEBHOOK = { StringLike: { 'kms:EncryptionContext:resource': 'whe_*' } };
  const ORDER_WEBHOOK = { StringLike: { 'kms:EncryptionContext:resource': 'ord_*' } };
  const LINKS = { StringEquals: { 'kms:EncryptionContext:resource': 'file-links' } };
  const CURSOR = { StringEquals: { 'kms:EncryptionContext:resource': 'cursor-key' } };

  const ERASURE = { StringEquals: { 'kms:EncryptionContext:resource': 'erasure-key' } };

  it('of webhooks are opened by the functions that create them and sign with them', () => {
    expect(contextsOf('webhook-delivery')).toEqual([WEBHOOK, ORDER_WEBHOOK]);
    expect(contextsOf('api-orders')).toEqual([CURSOR, ORDER_WEBHOOK]);
    expect(contextsOf('api-webhook-endpoints')).toEqual([CURSOR, WEBHOOK]);
  });

  it.each(['api-files', 'api-brand-kits'])(
    'of cursors and of links to files are the only ones that %s opens',
    (name) => {
      expect(contextsOf(name)).toEqual([CURSOR, LINKS]);
    },
  );

  it('of calendar grants and of the OAuth client are opened by the calendar sync only', () => {
    const grant = { StringLike: { 'kms:EncryptionContext:resource': 'cal_*' } };
    const client = { StringEquals: { 'kms:EncryptionContext:resource': 'provider-client' } };
    const state = { StringEquals: { 'kms:EncryptionContext:resource': 'client-state-key' } };
    const access = { StringEquals: { 'kms:EncryptionContext:resource': 'calendar-access-key' } };
    const feed = { StringLike: { 'kms:EncryptionContext:resource': 'cfd_*' } };
    expect(contextsOf('calendar-sync')).toEqual([grant, feed, access, state, ERASURE, client]);
    const others = functions.map(({ properties }) => properties.FunctionName.replace('rapporteur-production-', ''));
    const openers = others.filter((name) => JSON.stringify(contextsOf(name)).includes('cal_*'));
    expect(openers).toEqual(['calendar-sync']);
  });

  it('of calendar feeds are sealed by the API, and opened by the calendar sync only', () => {
    const feed = { StringLike: { 'kms:EncryptionContext:resource': 'cfd_*' } };
    const names = functions.map(({ properties }) => properties.FunctionName.replace('rapporteur-production-', ''));
    expect(contextsOf('api-calendar-connections', 'kms:Encrypt')).toContainEqual(feed);
    expect(names.filter((name) => JSON.stringify(contextsOf(name)).includes('cfd_*'))).toEqual(['calendar-sync']);
  });

  it('of calendar grants are sealed by the consent pages, which cannot open them', () => {
    const grant = { StringLike: { 'kms:EncryptionContext:resource': 'cal_*' } };
    const client = { StringEquals: { 'kms:EncryptionContext:resource': 'provider-client' } };
    expect(contextsOf('pages-connect', 'kms:Encrypt')).toEqual([grant]);
    expect(contextsOf('pages-connect')).toEqual([client]);
  });

  it('of consent links in idempotency records are opened by the function that creates them', () => {
    const link = { StringLike: { 'kms:EncryptionContext:resource': 'ccl_*' } };
    expect(contextsOf('api-calendar-connections')).toEqual([CURSOR, link]);
  });

  it('of erased people are opened by the functions that take in names and addresses, and by the one that erases', () => {
    const names = functions.map(({ properties }) => properties.FunctionName.replace('rapporteur-production-', ''));
    const openers = names.filter((name) => JSON.stringify(contextsOf(name)).includes('erasure-key'));

    expect(contextsOf('housekeeping')).toEqual([ERASURE]);
    expect(openers.sort()).toEqual([
      ...['api-bots', 'api-calendar-events', 'api-conversations', 'api-meetings', 'api-members'],
      ...['api-people', 'calendar-sync', 'hooks-recorder-notifications', 'housekeeping', 'live-transcripts'],
      ...['order-processing', 'pages-app', 'recording-processing'],
    ]);
  });

  it('of API keys are sealed by the pages and opened by the exchange of handoff codes only', () => {
    const handoff = { StringEquals: { 'kms:EncryptionContext:resource': 'handoff' } };
    const names = functions.map(({ properties }) => properties.FunctionName.replace('rapporteur-production-', ''));
    const allowed = (action: string) =>
      names.filter((name) => JSON.stringify(contextsOf(name, action)).includes('"handoff"'));

    expect(contextsOf('api-agent-sessions')).toEqual([CURSOR, handoff]);
    expect(allowed('kms:Decrypt')).toEqual(['api-agent-sessions']);
    expect(allowed('kms:Encrypt')).toEqual(['pages-app']);
  });

  it.each(['api-settings', 'api-webhook-events'])('of cursors are the only ones that %s opens', (name) => {
    expect(contextsOf(name)).toEqual([CURSOR]);
  });
});

describe('roles', () => {
  it('are one for each function, beside one of links for uploads and one of the deployments of each stack', () => {
    const roles = functions.map(({ properties }) => idIn(properties.Role));
    expect(new Set(roles).size).toBe(functions.length);
    expect(
      resourcesOf(code, 'AWS::IAM::Role')
        .map(({ id }) => id)
        .filter((id) => !roles.includes(id)),
    ).toEqual(['TrafficShiftRole', 'TrafficShiftRole', 'UploadLinks'].map((id) => expect.stringContaining(id)));
  });

  it('of links for uploads write uploads, and only the functions that sign assume them', () => {
    const [role] = resourcesOf(code, 'AWS::IAM::Role').filter(({ id }) => id.includes('UploadLinks'));
    const [policy] = resourcesOf(code, 'AWS::IAM::Policy').filter(({ properties }) =>
      properties.Roles.some(({ Ref }: { readonly Ref: string }) => Ref === role?.id),
    );

    const statements = policy?.properties.PolicyDocument.Statement;
    expect(statements.map(({ Action }: Statement) => Action)).toEqual(['s3:PutObject']);
    expect(JSON.stringify(statements[0].Resource)).toMatch(/"\/uploads\/\*"/);
    const signers = ['api-uploads', 'pages-app'];
    const nameOf = ({ properties }: (typeof functions)[number]) =>
      properties.FunctionName.replace('rapporteur-production-', '');
    const trusted: readonly string[] = role?.properties.AssumeRolePolicyDocument.Statement.flatMap(
      ({ Principal }: { readonly Principal: { readonly AWS: unknown } }) => [Principal.AWS].flat().map(idIn),
    );
    const roles = functions
      .filter((one) => signers.includes(nameOf(one)))
      .map(({ properties }) => idIn(properties.Role));
    expect(trusted.toSorted()).toEqual(roles.sort());
    expect(
      functions
        .map(nameOf)
        .filter((name) => actionsOf(name).includes('sts:AssumeRole'))
        .sort(),
    ).toEqual(signers);
  });

  it('have no AWS managed policy', () => {
    for (const { properties } of resourcesOf(code, 'AWS::IAM::Role')) {
      expect(properties.ManagedPolicyArns).toBeUndefined();
    }
  });

  it('have a wildcard resource for X-Ray, alarms, transcription jobs into our bucket, and translations only, and no wildcard action', () => {
    const statements: readonly Statement[] = resourcesOf(code, 'AWS::IAM::Policy').flatMap(
      ({ properties }) => properties.PolicyDocument.Statement,
    );
    const starred = statements.filter(isOnAllResources);
    expect([...new Set(starred.flatMap(actionsIn))].sort()).toEqual([
      'cloudwatch:DescribeAlarms',
      'comprehend:DetectDominantLanguage',
      'transcribe:StartTranscriptionJob',
      'translate:TranslateText',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
    const [starts] = starred.filter((statement) => actionsIn(statement)[0] === 'transcribe:StartTranscriptionJob');
    expect(JSON.stringify(starts?.Condition)).toMatch(/"StringEquals":\{"transcribe:OutputBucketName":.*Bucket/);
    expect(statements.flatMap(actionsIn).filter((action) => action.includes('*'))).toEqual([]);
  });
});

it('the fallback may invoke the function of every group', () => {
  const [invoke] = permissionsOf(code, 'api-fallback');
  expect(invoke?.Resource).toHaveLength(Object.keys(API_GROUPS).length);
});
