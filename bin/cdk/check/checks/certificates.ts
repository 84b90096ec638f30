import type { Certificate } from '#bin/cdk/check/account';
import { EXPIRY_NOTICE_MS } from '#bin/cdk/check/checks/context';
import type { AccountFacts, CertificateFacts, Facts } from '#bin/cdk/check/facts';
import { advice, checked, type Finding, missing, ok } from '#bin/cdk/check/finding';

/** The certificates of the edge: each in its region, issued, and for its domain. */
export const certificates = ({ certificates: all }: AccountFacts, { nowMs }: Facts): readonly Finding[] =>
  all.map((facts) => {
    const { name, arn, region, found } = facts;
    if (!found)
      return missing(
        `\`${name}\` has to be the ARN of an ACM certificate in ${region}, not "${arn}".`,
        creationOf(facts),
      );
    return checked(found, `The certificate named by \`${name}\``, (certificate) =>
      certificate
        ? certificateFinding(facts, certificate, nowMs)
        : missing(`ACM in ${region} has no certificate ${arn}, which \`${name}\` names.`, creationOf(facts)),
    );
  });

const creationOf = ({ name, region, domain = name }: CertificateFacts): string =>
  name === 'clientCertificate'
    ? `aws acm import-certificate --region ${region} --certificate fileb://client.pem --private-key fileb://client.key --certificate-chain fileb://authority.pem`
    : `aws acm request-certificate --region ${region} --domain-name ${domain} --validation-method DNS`;

function certificateFinding(facts: CertificateFacts, certificate: Certificate, nowMs: number): Finding {
  const { name, arn, region, domain } = facts;
  const show = `aws acm describe-certificate --region ${region} --certificate-arn ${arn}`;
  const { status, domains, expiresAtMs, extendedKeyUsages: usages } = certificate;
  if (status === 'PENDING_VALIDATION')
    return missing(
      `The certificate named by \`${name}\` waits for its validation: publish the DNS records that the command prints.`,
      `${show} --query Certificate.DomainValidationOptions`,
    );
  if (status !== 'ISSUED' || (expiresAtMs !== undefined && expiresAtMs <= nowMs))
    return missing(
      `The certificate named by \`${name}\` is ${status === 'ISSUED' ? 'EXPIRED' : status}: request or import another one.`,
      creationOf(facts),
    );
  if (domain !== undefined && !domains.some((pattern) => covers(pattern, domain)))
    return missing(
      `The certificate named by \`${name}\` is for ${domains.join(', ')}, not for ${domain}.`,
      creationOf(facts),
    );
  if (name === 'clientCertificate' && usages.length > 0 && !usages.some((usage) => CLIENT_USAGES.includes(usage)))
    return missing(
      `The certificate named by \`${name}\` is not for clients (${usages.join(', ')}): its extendedKeyUsage has to be clientAuth.`,
      creationOf(facts),
    );
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs + EXPIRY_NOTICE_MS)
    return advice(
      `The certificate named by \`${name}\` expires within 45 days, on ${new Date(expiresAtMs).toISOString()}.`,
      show,
    );
  return ok(
    `The certificate named by \`${name}\` in ${region} is issued${domain === undefined ? '' : ` and covers ${domain}`}.`,
  );
}

/** As ACM names extended key usages. */
const CLIENT_USAGES = ['TLS_WEB_CLIENT_AUTHENTICATION', 'ANY'];

/** A wildcard stands for one label (RFC 6125, section 6.4.3). */
export const covers = (pattern: string, domain: string): boolean =>
  pattern.startsWith('*.')
    ? domain.slice(domain.indexOf('.') + 1).toLowerCase() === pattern.slice(2).toLowerCase()
    : pattern.toLowerCase() === domain.toLowerCase();
