/** The JSON payload of an Invoke response, as the SDK returns it: bytes with a shorthand. */
export const aPayload = (content: unknown) => {
  const text = JSON.stringify(content);
  return Object.assign(Uint8Array.from(Buffer.from(text)), { transformToString: () => text });
};
