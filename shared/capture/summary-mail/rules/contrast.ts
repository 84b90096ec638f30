/** Text is readable from this contrast on: WCAG 2.2, 1.4.3. */
const READABLE = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

/** The contrast of two colours (`#rrggbb`), from 1 to 21: WCAG 2.2, relative luminance. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever has more contrast on a colour. It is never less than 4.5. */
export const blackOrWhiteOn = (colour: string): string =>
  contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000';

/** The colour, mixed with as little black or white as makes it readable on a background. */
export function readableColourOn(background: string, colour: string): string {
  const towards = rgbOf(blackOrWhiteOn(background));
  const shades = Array.from({ length: 21 }, (_, step) => mixed(rgbOf(colour), towards, step / 20));
  return shades.find((shade) => contrast(shade, background) >= READABLE) ?? blackOrWhiteOn(background);
}

const rgbOf = (colour: string): Rgb => [channelAt(colour, 1), channelAt(colour, 3), channelAt(colour, 5)];

const channelAt = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const mixed = (colour: Rgb, towards: Rgb, share: number): string =>
  `#${colour
    .map((channel, at) => Math.round(channel + ((towards[at] ?? 0) - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
