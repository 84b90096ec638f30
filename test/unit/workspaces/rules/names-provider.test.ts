import fc from 'fast-check';
import { namesProvider } from '#shared/accounts/workspaces/rules/names-provider';
import { describe, expect, it } from '#test/support/jest';

describe('the name of a workspace', () => {
  it.each([
    'Google',
    'google calendar',
    'GoogleCalendar',
    'Google Security Team',
    'Microsoft',
    'Micro soft',
    'Office 365',
    'Gmail',
    'Outlook',
    'Zoom',
    'ZOOM support',
    'Teams',
    'Meet',
    'G o o g l e',
    'G-o-o-g-l-e',
    'Ｇｏｏｇｌｅ',
    '𝐆𝐨𝐨𝐠𝐥𝐞',
    'Gооgle',
    'GοοgΙe',
    'GoogIe',
    'G00gle',
    'Goog1e',
    'Göögle',
    'Goo\u200Bgle',
    'Mіcrosoft',
    'rnicrosoft',
    'Micr0s0ft',
    'Ζoom',
    'Ƶoom',
    'Z00m',
    'Ꮐoogle',
    'ꓖꓳꓳꓖꓡꓰ',
    'ᏀꓳꓳᏀᏞᎬ',
    'Googłe',
    'Gooɠle',
    'Gꝏgle',
    'Zᴑᴑm',
    'Gთogle',
    'Micrꙩsoft',
    'Rapporteur',
    'Rapporteur Support',
    'Rаppоrteur',
  ])('%j is that of a provider', (name) => expect(namesProvider(name)).toBe(true));

  it.each([
    'Acme',
    'Kazoom',
    'Zoomlion Heavy',
    'Design teams of Acme',
    'Meet & Greet Ltd',
    'Calendars of Ada',
    'Lookout',
    'Microsolutions',
    'Go ogre',
    '李雷',
    'Зоопарк',
    'Гугл',
    'Яндекс Zen',
    '東京Team',
    'Łódź Grupa',
    'Rapporteurs of Europe',
    'My workspace',
  ])('%j is not', (name) => expect(namesProvider(name)).toBe(false));

  it('is compared without regard to case, accents and invisible characters', () => {
    const invisible = fc.constantFrom('', '\u200B', '\u0301', '\u00AD', '\u2060');
    const cased = fc.boolean();
    const spelling = fc.array(fc.tuple(invisible, cased), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(spelling, fc.constantFrom('google', 'microsoft', 'zoom', 'outlook'), (marks, brand) => {
        const name = [...brand].map((letter, at) => {
          const [mark, isUpper] = marks[at] ?? ['', false];
          return `${isUpper ? letter.toUpperCase() : letter}${mark}`;
        });
        expect(namesProvider(name.join(''))).toBe(true);
      }),
    );
  });
});
