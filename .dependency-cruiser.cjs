/** The import table of docs/architecture.md, checked. A row says what a layer may import; all else is refused. */
const layers = {
  'shared/domain': ['shared/domain'],
  'shared/ports': ['shared/domain', 'shared/ports'],
  'shared/commands': ['shared/commands', 'shared/ports', 'shared/domain'],
  'shared/storage': ['shared/storage', 'shared/ports', 'shared/domain', 'shared/infrastructure-names'],
  'shared/providers': ['shared/providers', 'shared/ports', 'shared/domain', 'shared/infrastructure-names'],
  'shared/api': ['shared/api', 'shared/domain', 'shared/ports', 'shared/versions'],
  'shared/pages': ['shared/pages', 'shared/domain', 'shared/ports'],
  'shared/endpoints': ['shared/endpoints', 'shared/api', 'shared/commands', 'shared/domain', 'shared/ports'],
  'shared/webhooks': ['shared/webhooks', 'shared/domain', 'shared/ports', 'shared/api/resources', 'shared/versions'],
  'shared/platform': ['shared/platform', 'shared/infrastructure-names'],
  'shared/versions': ['shared/versions'],
  'shared/wiring': ['shared'],
  lib: ['lib', 'shared/infrastructure-names'],
  // The local stack runs the test providers of calendars, so that people can click through a connection.
  bin: ['bin', 'lib', 'shared', 'test/calendar-providers'],
};

/** Packages each layer may import, beside Node's own. */
const packages = {
  'shared/domain': [],
  'shared/ports': [],
  'shared/commands': [],
  'shared/storage': ['@aws-sdk', 'dataloader', 'valibot', 'typeid-js'],
  'shared/providers': ['@aws-sdk', 'valibot', 'typeid-js', 'undici', 'openid-client'],
  'shared/api': ['valibot', '@valibot', '@middy'],
  'shared/pages': ['hono'],
  'shared/endpoints': ['valibot'],
  'shared/webhooks': ['valibot', 'ipaddr.js'],
  'shared/platform': ['@aws-sdk', 'undici'],
  'shared/versions': [],
};

const mayImport = Object.entries(layers).map(([from, to]) => ({
  name: `${from} imports only ${to.join(', ')}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: '^(bin|lib|functions|shared|test)/', pathNot: `^(${to.join('|')})(/|\\.ts$)` },
}));

const mayUse = Object.entries(packages).map(([from, names]) => ({
  name: `${from} uses only ${names.join(', ') || 'the language'}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'],
    ...(names.length && { pathNot: `node_modules/(${names.map((name) => name.replace('.', '\\.')).join('|')})` }),
  },
}));

module.exports = {
  forbidden: [
    ...mayImport,
    ...mayUse,
    {
      name: 'a function never imports another function',
      severity: 'error',
      from: { path: '^functions/([^/]+/[^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'functions import shared, and nothing else of ours',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(bin|lib|test)/' },
    },
    {
      name: 'the domain does no input and no output',
      severity: 'error',
      from: { path: '^shared/(domain|ports|commands|versions)/' },
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
