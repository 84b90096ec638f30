import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { isAllowed, licenseList, packagesIn } from '#bin/supply-chain/sbom';

/**
 * npm run tool -- supply-chain: writes the SBOM (CycloneDX) and the licence list of the installed packages into
 * `.local/supply-chain`, and checks the licences. It needs no network. `npm run tool -- signatures` also verifies
 * the signatures of the registry, and fails without it.
 */
const OUT = join(STATE_DIR, 'supply-chain');
const SIGNATURES_TIMEOUT_MS = 180_000;

const npm = (args: readonly string[], timeout = 60_000) =>
  promisify(execFile)('npm', args, { cwd: PROJECT_DIR, timeout, maxBuffer: 64_000_000 });

async function checkLicenses(): Promise<boolean> {
  const { stdout: sbom } = await npm(['sbom', '--sbom-format', 'cyclonedx', '--offline']);
  const packages = packagesIn(sbom);
  await mkdir(OUT, { recursive: true });
  await writeFile(join(OUT, 'sbom.cdx.json'), sbom);
  await writeFile(join(OUT, 'licenses.tsv'), licenseList(packages));
  const refused = packages.filter(({ license }) => !isAllowed(license));
  for (const { id, license } of refused)
    console.error(`${id} has the licence ${license ?? 'none'}, which is not allowed.`);
  console.log(`SBOM and licence list of ${packages.length} packages: ${OUT}`);
  return packages.length > 0 && refused.length === 0;
}

async function verifySignatures(): Promise<boolean> {
  try {
    console.log((await npm(['audit', 'signatures'], SIGNATURES_TIMEOUT_MS)).stdout.trim());
    return true;
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error);
    console.error(`${stdout}${stderr}`.trim());
    console.error(
      'The signatures of the packages are not verified. Without the registry, only the rest can be checked: npm run tool -- supply-chain',
    );
    return false;
  }
}

const { offline } = parseArgs({ options: { offline: { type: 'boolean', default: false } } }).values;
const hasAllowedLicenses = await checkLicenses();
if (offline) console.log('Offline: the signatures of the packages are not verified; npm run tool -- signatures does.');
const isSigned = offline || (await verifySignatures());
process.exitCode = hasAllowedLicenses && isSigned ? 0 : 1;
