/**
 * Fonts of PDF files by name, as files of npm packages: Noto in its regular weight, under the SIL Open Font License.
 * The build copies them beside the function that writes exports, each with the name of its package and file.
 */
export const FONT_FILES = {
  latin: '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  hebrew: '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
  arabic: '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  bengali: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  telugu: '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  kannada: '@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf',
  armenian: '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  georgian: '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  chinese: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  japanese: '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf',
  korean: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
} as const;

export type FontName = keyof typeof FONT_FILES;

/** In the order above, in which fonts are asked for characters: the large ones last. */
export const FONT_NAMES = Object.keys(FONT_FILES) as readonly FontName[];
