/**
 * The import table of docs/architecture.md, checked: a row says what a kind of file may import, all else is refused.
 * Kinds are told by path. A feature is a folder of a context with `rules/`, ports and `commands/`, and with its own
 * store, contract, presenter and adapters; another feature reaches it through the first three and its wire shapes only.
 * The contexts stand in the order of shared/contexts.json: docs/architecture.md#contexts.
 */
const CONTEXTS = require('./shared/contexts.json');

const CORE = '^shared/foundation/core/';
const RULES = '^shared/.+/rules/';
const PORTS = '^shared/.+/ports(/|[.]ts$)';
const COMMANDS = '^shared/foundation/commands/|^shared/.+/commands/';
const WIRE = '^shared/.+/(contract|present|fields|[a-z-]+-fields|present-[a-z-]+|bodies)\\.ts$';
/** Stored shapes: a row may hold another feature's. */
const ROWS = '^shared/.+/row\\.ts$';
const EVENTS = '^shared/foundation/events/';
/** Declarations of what the table keeps: reads take the table, writes are values for `changes.save`. */
const STORES = '^shared/.+/store[.]ts$|^shared/.+-store[.]ts$';
/** Authentication and authorization read the user's key and role. */
const ACCESS = '^shared/accounts/(identity/(store|credentials-store)|workspaces/access)\\.ts$';
const HTTP = '^shared/(api|foundation)/http/';
const DOCUMENTS = '^shared/wiring/documents/';
const DYNAMODB = '^shared/foundation/dynamodb/';
const VERSIONS = '^shared/foundation/versions/';
const PLATFORM = '^shared/foundation/platform/';
/** Names that the infrastructure and the code share: environment, queues, item types. */
const NAMES = '^shared/foundation/infrastructure-names\\.ts$';

/** Writers of files, by the libraries that write them. */
const EXPORT_FORMATS = '^shared/texts/exports/formats/';

/** Reads media files by the library for them. */
const MEDIA = '^shared/foundation/media/';

/** Folders of a context that are no feature. */
const FRAMEWORK = '(commands|core|events|http|dynamodb|versions|platform|page-kit)/';
/** Contexts that are one feature. */
const ONE_FEATURE = 'calendars|webhooks';
const FEATURES = [
  { path: `^shared/(?!wiring|${ONE_FEATURE})([^/]+)/(?!${FRAMEWORK})([^/]+)/`, itself: '^shared/[^/]+/$2/' },
  { path: `^shared/(${ONE_FEATURE})/`, itself: '^shared/$1/' },
];

const kinds = [
  { kind: 'core', from: CORE, to: [CORE] },
  { kind: 'a rule', from: RULES, to: [RULES, CORE] },
  { kind: 'a port', from: PORTS, to: [PORTS, RULES, CORE, '^shared/foundation/commands/'] },
  { kind: 'a command', from: COMMANDS, to: [COMMANDS, STORES, PORTS, RULES, CORE] },
  { kind: 'versions', from: VERSIONS, to: [VERSIONS] },
  { kind: 'platform', from: PLATFORM, to: [PLATFORM, CORE, PORTS, NAMES] },
  { kind: 'dynamodb', from: DYNAMODB, to: [DYNAMODB, NAMES, CORE, '^shared/foundation/commands/', PORTS, RULES] },
  {
    kind: 'events',
    from: EVENTS,
    not: `${PORTS}|${COMMANDS}|${RULES}`,
    to: [EVENTS, NAMES, CORE, '^shared/foundation/commands/', DYNAMODB, PLATFORM, PORTS, RULES, ROWS],
  },
  {
    kind: 'http',
    from: HTTP,
    to: [HTTP, ACCESS, CORE, '^shared/foundation/commands/', DYNAMODB, VERSIONS, PORTS, RULES],
  },
  {
    kind: 'the OpenAPI document',
    from: DOCUMENTS,
    to: [DOCUMENTS, HTTP, ACCESS, CORE, '^shared/foundation/commands/', VERSIONS, PORTS, RULES, WIRE],
  },
  { kind: 'the page kit', from: '^shared/api/page-kit/', to: ['^shared/api/page-kit/', CORE, PORTS, RULES] },
  ...FEATURES.map(({ path, itself }) => ({
    kind: 'a feature',
    from: path,
    not: `${RULES}|${PORTS}|${COMMANDS}`,
    to: [
      itself,
      ACCESS,
      NAMES,
      CORE,
      EVENTS,
      HTTP,
      DYNAMODB,
      VERSIONS,
      PLATFORM,
      RULES,
      PORTS,
      COMMANDS,
      STORES,
      WIRE,
      ROWS,
    ],
  })),
  { kind: 'wiring', from: '^shared/wiring/', not: DOCUMENTS, to: ['^shared/'] },
  { kind: 'a function', from: '^functions/([^/]+/[^/]+)/', to: ['^functions/$1/', '^shared/'] },
  { kind: 'lib', from: '^lib/', to: ['^lib/', NAMES] },
  // The local stack runs the test providers of calendars, so that people can click through a connection.
  { kind: 'bin', from: '^bin/', to: ['^bin/', '^lib/', '^shared/', '^test/doubles/calendar-providers/'] },
];

/** Packages that a kind of file may import, beside Node's own. Tests, bin, lib and functions may import any. */
const packages = [
  { kind: 'rules, ports, commands and core', from: `${CORE}|${RULES}|${PORTS}|${COMMANDS}`, to: [] },
  { kind: 'versions', from: VERSIONS, to: [] },
  { kind: 'http', from: HTTP, to: ['valibot', '@valibot', '@middy'] },
  { kind: 'the page kit', from: '^shared/api/page-kit/', to: ['hono'] },
  { kind: 'dynamodb and events', from: `${DYNAMODB}|${EVENTS}`, to: ['@aws-sdk', 'valibot', 'dataloader'] },
  { kind: 'platform', from: PLATFORM, to: ['@aws-sdk', '@smithy', 'undici', 'typeid-js', 'valibot'] },
  { kind: 'the media reader', from: MEDIA, not: `${RULES}|${PORTS}`, to: ['mediabunny', '@aws-sdk'] },
  {
    kind: 'a format of exports',
    from: EXPORT_FORMATS,
    to: ['bidi-js', 'docx', 'fontkit', 'pdfkit', 'write-excel-file'],
  },
  ...FEATURES.map(({ path }) => ({
    kind: 'a feature',
    from: path,
    not: `${RULES}|${PORTS}|${COMMANDS}|${EXPORT_FORMATS}|${MEDIA}`,
    to: [
      '@aws-sdk',
      'valibot',
      'undici',
      'openid-client',
      'oidc-provider',
      'ipaddr.js',
      'fflate',
      'email-providers',
      'ical.js',
      'windows-iana',
    ],
  })),
];

const mayImport = kinds.map(({ kind, from, not, to }) => ({
  name: `${kind} imports only what the import table says`,
  severity: 'error',
  from: { path: from, ...(not && { pathNot: not }) },
  to: { path: '^(bin|lib|functions|shared|test)/', pathNot: to.join('|') },
}));

/** A context imports itself and those below it. */
const inOrder = CONTEXTS.slice(0, -1).map((context, at) => ({
  name: `${context} imports no context above it`,
  severity: 'error',
  from: { path: `^shared/${context}/` },
  to: { path: `^shared/(${CONTEXTS.slice(at + 1).join('|')})/` },
}));

const mayUse = packages.map(({ kind, from, not, to }) => ({
  name: `${kind} may use only ${to.join(', ') || 'the language'}`,
  severity: 'error',
  from: { path: from, ...(not && { pathNot: not }) },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'],
    ...(to.length && { pathNot: `node_modules/(${to.map((name) => name.replace('.', '\\.')).join('|')})` }),
  },
}));

module.exports = {
  forbidden: [
    ...mayImport,
    ...inOrder,
    ...mayUse,
    {
      name: 'rules, ports, commands, core and versions do no input and no output',
      severity: 'error',
      from: { path: `${CORE}|${RULES}|${PORTS}|${COMMANDS}|${VERSIONS}` },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing that cannot be found',
      severity: 'error',
      from: {},
      // Types alone: nothing of them is ever loaded.
      to: { couldNotResolve: true, pathNot: '^(aws-lambda|@microsoft/microsoft-graph-types)$' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|cdk\\.out|\\.local)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
