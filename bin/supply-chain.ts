import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { isAllowed, type LicensedPackage, licenseList, packagesIn } from '#bin/supply-chain/sbom';
import { installTools, TOOLS_DIR, TOOLS_LOCK_DIR } from '#bin/tools';

/**
 * npm run tool -- supply-chain: writes the SBOM (CycloneDX) and the licence list of the installed packages into
 * `.local/supply-chain`, and checks the licences. It needs no network. `npm run tool -- signatures` also verifies
 * the signatures of the registry, and fails without it.
 */
const OUT = join(STATE_DIR, 'supply-chain');
const SIGNATURES_TIMEOUT_MS = 180_000;

const npm = (args: readonly string[], cwd: string, timeout = 60_000) =>
  promisify(execFile)('npm', args, { cwd, timeout, maxBuffer: 64_000_000 });

async function checkLicenses(): Promise<boolean> {
  const lists = await Promise.all([listed('', PROJECT_DIR), listed('tools-', TOOLS_LOCK_DIR)]);
  const packages = lists.flat();
  const refused = packages.filter(({ license }) => !isAllowed(license));
  for (const { id, license } of refused)
    console.error(`${id} has the licence ${license ?? 'none'}, which is not allowed.`);
  console.log(`SBOM and licence list of ${packages.length} packages: ${OUT}`);
  return lists.every((list) => list.length > 0) && refused.length === 0;
}

/** The packages that the lock of a folder pins for this machine; writes both files about them. */
async function listed(prefix: string, folder: string): Promise<readonly LicensedPackage[]> {
  const { stdout: sbom } = await npm(
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'],
    folder,
  );
  const packages = packagesIn(sbom);
  await mkdir(OUT, { recursive: true });
  await writeFile(join(OUT, `${prefix}sbom.cdx.json`), sbom);
  await writeFile(join(OUT, `${prefix}licenses.tsv`), licenseList(packages));
  return packages;
}

async function verifySignatures(): Promise<boolean> {
  try {
    await installTools();
    for (const folder of [PROJECT_DIR, TOOLS_DIR])
      console.log((await npm(['audit', 'signatures'], folder, SIGNATURES_TIMEOUT_MS)).stdout.trim());
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
