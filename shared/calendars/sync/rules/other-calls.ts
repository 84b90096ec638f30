/** Services beside the three platforms whose links are calls wherever they stand. No bot goes there, but people do. */
const OTHER_CALLS: readonly RegExp[] = [
  /^[\w-]+\.webex\.com\/(?:meet|join|m)\/./,
  /^[\w-]+\.webex\.com\/.*(?:\/j\.php$|joinservice)/,
  /^(?:meet\.goto\.com|(?:www\.)?gotomeet\.me)\/./,
  /^(?:global|app|www)\.gotomeeting\.com\/join\/./,
  /^(?:[\w-]+\.)?whereby\.com\/./,
  /^meet\.jit\.si\/./,
  /^(?:app\.)?chime\.aws\/./,
  /^(?:[\w-]+\.)?bluejeans\.com\/(?:\d|meet)/,
  /^(?:v|video)\.ringcentral\.com\/(?:join|conf)\/./,
  /^8x8\.vc\/./,
  /^app\.slack\.com\/huddle\/./,
  /^meet(?:ing)?\.zoho\.(?:com|eu|in)\/./,
  /^(?:meeting\.tencent|voovmeeting)\.com\/./,
  /^join\.skype\.com\/./,
  /^meet\.lync\.com\/./,
];

/** Map services: links to a place and not to a call. */
const MAPS =
  /^(?:maps\.|(?:www\.)?google\.[a-z.]+\/maps|goo\.gl\/maps|(?:www\.)?bing\.com\/maps|(?:www\.)?openstreetmap\.org|what3words\.com|w3w\.co)/;

export const isOtherCall = (url: URL): boolean => {
  const address = url.hostname + url.pathname;
  return OTHER_CALLS.some((calls) => calls.test(address));
};

export const isMap = (url: URL): boolean => MAPS.test(url.hostname + url.pathname);
