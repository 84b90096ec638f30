/**
 * Fonts of PDF files by name, as files of npm packages: Noto in its regular weight, under the SIL Open Font License.
 * The build copies them beside the function that writes exports, each with the name of its package and file.
 */
export const FONT_FILES = {
  latin: '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  hebrew: '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
  arabic: '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  chinese: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  japanese: '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf',
  korean: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
} as const;

export type FontName = keyof typeof FONT_FILES;
