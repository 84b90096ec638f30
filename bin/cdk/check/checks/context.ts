import type { Facts } from '#bin/cdk/check/facts';
import { advice, type Finding, missing, ok } from '#bin/cdk/check/finding';
import { DAY_MS } from '#shared/foundation/core/time';

/** The values of `--context`, without the account. */
export function context({ stage, context: { missing: names, error, options, authorities }, nowMs }: Facts) {
  const findings: Finding[] = [];
  if (names.length > 0)
    findings.push(
      missing(
        `The ${stage} stage also needs the context ${names.join(', ')}: the section Deploy of README.md says what each is.`,
        `npm run deploy -- --stage ${stage} ${names.map((name) => `--context ${name}=…`).join(' ')}`,
      ),
    );
  if (error !== undefined) findings.push(missing(`The context cannot be read: ${error.replace(/\.$/, '')}.`));
  if (options.domain !== undefined && options.domain === options.originDomain)
    findings.push(
      missing('domain and originDomain are the same: one is of CloudFront, which calls the API at the other.'),
    );
  if (authorities) findings.push(authoritiesFinding(authorities, nowMs));
  return findings.some(({ status }) => status === 'missing')
    ? findings
    : [ok('The context has every required value.'), ...findings];
}

/** How long before its end a certificate is worth a word. */
export const EXPIRY_NOTICE_MS = 45 * DAY_MS;

function authoritiesFinding(file: NonNullable<Facts['context']['authorities']>, nowMs: number): Finding {
  if ('error' in file) return missing(`clientAuthorities names ${file.path}, which cannot be read: ${file.error}.`);
  const { path, expireAtMs } = file;
  if (expireAtMs.every((at) => at <= nowMs))
    return missing(`All certificates in ${path} (clientAuthorities) have expired.`, `openssl x509 -in ${path} -dates`);
  const count = `${expireAtMs.length} ${expireAtMs.length === 1 ? 'certificate' : 'certificates'}`;
  return expireAtMs.some((at) => at <= nowMs + EXPIRY_NOTICE_MS)
    ? advice(`A certificate in ${path} (clientAuthorities) expires within 45 days: rotate the authority.`)
    : ok(`${path} (clientAuthorities) has ${count}.`);
}
