import { join } from 'node:path';

/** The required options of production. */
export const productionOptions = {
  domain: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/00000000-0000-4000-8000-000000000000',
  originDomain: 'origin.example.com',
  originCertificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/00000000-0000-4000-8000-000000000001',
  clientCertificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/00000000-0000-4000-8000-000000000002',
  clientAuthorities: join(import.meta.dirname, 'client-authorities.pem'),
  mailFrom: 'no-reply@example.com',
  alarmEmail: 'oncall@example.com',
};
