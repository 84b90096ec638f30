import { buildFunctions } from '#bin/cdk/build-functions';

/** npm run build: bundles the functions into dist/ and prints their sizes. */
for (const { entry, bytes } of await buildFunctions())
  console.log(`${String(Math.round(bytes / 1024)).padStart(6)} KB  ${entry}`);
