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

/** Host and path of a link that was read. */
const addressOf = (link: string): string => {
  const { hostname, pathname } = new URL(link);
  return hostname + pathname;
};

export const isOtherCall = (link: string): boolean => OTHER_CALLS.some((calls) => calls.test(addressOf(link)));

export const isMap = (link: string): boolean => MAPS.test(addressOf(link));
