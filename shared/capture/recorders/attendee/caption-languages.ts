import type { Platform } from '#shared/foundation/core/platform';

/**
 * Languages of the platforms' own captions, in the platforms' spelling, as Attendee 1.64 accepts them
 * (`transcription_settings.meeting_closed_captions`). For Zoom it takes names, and only in its web client, so there are
 * none here.
 */
const CAPTIONS: Readonly<Record<Exclude<Platform, 'zoom'>, string>> = {
  meet: `af-ZA sq-AL am-ET ar-EG ar-AE hy-AM az-AZ eu-ES bn-BD bg-BG my-MM ca-ES cmn-Hans-CN cmn-Hant-TW cs-CZ nl-NL
    en-US en-AU en-IN en-PH en-GB et-EE fil-PH fi-FI fr-FR fr-CA gl-ES ka-GE de-DE el-GR gu-IN iw-IL hi-IN hu-HU is-IS
    id-ID it-IT ja-JP jv-ID kn-IN kk-KZ km-KH rw-RW ko-KR lo-LA lv-LV lt-LT mk-MK ms-MY ml-IN mr-IN mn-MN ne-NP nso-ZA
    nb-NO fa-IR pl-PL pt-BR pt-PT ro-RO ru-RU sr-RS st-ZA si-LK sk-SK sl-SI es-ES es-MX su-ID sw ss-latn-ZA sv-SE ta-IN
    te-IN th-TH ve-ZA tn-latn-ZA tr-TR uk-UA ur-PK uz-UZ vi-VN xh-ZA ts-ZA zu-ZA`,
  teams: `ar-sa ar-ae bg-bg ca-es zh-cn zh-hk zh-tw hr-hr cs-cz da-dk nl-nl nl-be en-us en-au en-ca en-in en-nz en-gb
    et-ee fi-fi fr-fr fr-ca de-de de-ch el-gr he-il hi-in hu-hu id-id it-it ja-jp ko-kr lv-lv lt-lt nb-no pl-pl pt-br
    pt-pt ro-ro ru-ru sr-rs sk-sk sl-si es-es es-mx sv-se th-th tr-tr uk-ua vi-vn cy-gb`,
};

/** Other spellings of a language (RFC 5646): Google's older code of Hebrew, and Mandarin. */
const SPELLINGS: Readonly<Record<string, string>> = {
  he: 'iw-IL',
  no: 'nb-NO',
  tl: 'fil-PH',
  zh: 'cmn-Hans-CN',
  'zh-cn': 'cmn-Hans-CN',
  'zh-hans': 'cmn-Hans-CN',
  'zh-tw': 'cmn-Hant-TW',
  'zh-hant': 'cmn-Hant-TW',
};

/**
 * The platform's code of captions in a language (BCP-47): the exact one, else the first of the same language. Undefined
 * where the platform has no captions in it, and for `auto` and `multi`, which captions cannot do.
 */
export function captionLanguage(platform: Platform | null, language: string): string | undefined {
  if (platform !== 'meet' && platform !== 'teams') return undefined;
  const codes = CAPTIONS[platform].split(/\s+/);
  const wanted = language.toLowerCase();
  const [base] = wanted.split('-');
  const spelled = [SPELLINGS[wanted], SPELLINGS[base ?? '']].find((code) => code && codes.includes(code));
  return (
    codes.find((code) => code.toLowerCase() === wanted) ??
    spelled ??
    codes.find((code) => code.toLowerCase().split('-')[0] === base)
  );
}
