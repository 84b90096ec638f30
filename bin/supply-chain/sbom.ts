import * as v from 'valibot';

const License = v.union([
  v.pipe(
    v.object({ license: v.object({ id: v.optional(v.string()), name: v.optional(v.string()) }) }),
    v.transform(({ license }) => license.id ?? license.name),
  ),
  v.pipe(
    v.object({ expression: v.string() }),
    v.transform(({ expression }) => expression),
  ),
]);

/** The part of a CycloneDX 1.5 document that is read here. */
const Sbom = v.object({
  components: v.array(v.object({ name: v.string(), version: v.string(), licenses: v.optional(v.array(License), []) })),
});

export interface LicensedPackage {
  /** `hono@4.13.19`. */
  readonly id: string;
  /** An SPDX expression; undefined where the package names none. */
  readonly license: string | undefined;
}

/** Licences that permit use and distribution without conditions on our own code. Others need a decision first. */
const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Python-2.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Unlicense',
  // Conditions on attribution only; packages for development.
  'CC-BY-4.0',
  // Conditions on changed files of the package only: docs/decisions/media-reader.md.
  'MPL-2.0',
  // Of fonts: they may be used and distributed with anything, and documents that embed them are free of it.
  'OFL-1.1',
];

/** The licence in the file of a package whose package.json has no SPDX id. */
const READ_IN_FILE: Readonly<Record<string, string>> = {
  'png-js@2.0.0': 'MIT',
  'url-template@2.0.8': 'BSD-3-Clause',
};

/** The packages of a CycloneDX document, by id. Throws for another document. */
export const packagesIn = (sbom: string): readonly LicensedPackage[] =>
  v
    .parse(Sbom, JSON.parse(sbom))
    .components.map(({ name, version, licenses }) => ({ id: `${name}@${version}`, license: licenses[0] }))
    .map(({ id, license }) => ({ id, license: license ?? READ_IN_FILE[id] }))
    .sort((one, other) => one.id.localeCompare(other.id));

/** Whether an SPDX expression of `OR`, `AND` and outer parentheses can be met by allowed licences. */
export const isAllowed = (license: string | undefined): boolean =>
  (license ?? '')
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.includes(id)));

/** The licence list: a line for each package. */
export const licenseList = (packages: readonly LicensedPackage[]): string =>
  packages.map(({ id, license }) => `${id}\t${license ?? 'none'}\n`).join('');
