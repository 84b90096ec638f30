const SECRET_BYTES = 32;

/** The form in which the service makes secrets: `whsec_` and the base64 of 32 bytes. */
const GENERATED = /^whsec_([A-Za-z0-9+/]{43}=)$/;

/** A signing secret from 32 random bytes. The caller draws them, so that tests can tell what comes out. */
export function newSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length !== SECRET_BYTES) throw new RangeError(`A secret is made of ${SECRET_BYTES} random bytes.`);
  return `whsec_${Buffer.from(randomBytes).toString('base64')}`;
}

/** The bytes behind a secret of the generated form; undefined for a secret the partner chose otherwise. */
export function bytesOfGeneratedSecret(secret: string): Buffer | undefined {
  const encoded = GENERATED.exec(secret)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}
