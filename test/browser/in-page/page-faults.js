// Evaluated in a page: the last line says what a person would stumble over there, each as a sentence.

const all = (selector) => [...document.querySelectorAll(selector)];

const missing = () => [
  ...(all('h1').length === 1 ? [] : [`${all('h1').length} h1`]),
  ...(all('main').length === 1 ? [] : [`${all('main').length} main`]),
  ...(document.documentElement.lang ? [] : ['the page does not say its language']),
  ...(document.title.trim() ? [] : ['the page has no title']),
];

const skippedHeadings = () => {
  const headings = all('h1, h2, h3, h4, h5, h6').map((heading) => ({
    level: Number(heading.tagName[1]),
    text: heading.textContent.trim(),
  }));
  return headings
    .filter(({ level }, at) => level > (headings[at - 1]?.level ?? 1) + 1)
    .map(({ level, text }) => `a heading of level ${level} under none of level ${level - 1}: ${text}`);
};

const doubledIds = () => {
  const ids = all('[id]').map(({ id }) => id);
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the id ${id} twice`);
};

const pulledForward = () =>
  all('[tabindex]').flatMap(({ tabIndex }) => (tabIndex > 0 ? [`a tabindex of ${tabIndex}`] : []));

const tooWide = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth + 1 ? [`${scrollWidth - clientWidth} px wider than the window`] : [];
};

/** Computes a value once for each argument: a page has thousands of texts in a few styles. */
const remembered = (compute) => {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key);
  };
};

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** Colours separated by `|`, each on top of the one before, as one: a canvas reads every notation. */
const pixel = remembered((layers) => {
  canvas.clearRect(0, 0, 1, 1);
  for (const colour of layers.split('|')) {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data];
});

const linear = (channel) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);

const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** WCAG 2.2, 1.4.3. */
const contrast = (one, other) => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const layersBehind = remembered((element) => {
  const behind = element.parentElement ? layersBehind(element.parentElement) : 'Canvas';
  return `${behind}|${getComputedStyle(element).backgroundColor}`;
});

const isShown = (element) => {
  const { width, height } = element.getBoundingClientRect();
  const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
  return isSeen && !element.matches(':disabled, :disabled *, option');
};

const contrastFault = (element, text) => {
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
  const layers = layersBehind(element);
  const found = contrast(pixel(`${layers}|${color}`), pixel(layers));
  const asked = isLarge ? 3 : 4.5;
  return found < asked ? [`a contrast of ${found.toFixed(2)}: ${element.tagName} "${text.slice(0, 40)}"`] : [];
};

const faintTexts = () => {
  const found = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (text) found.set(texts.currentNode.parentElement, text);
  }
  return [...found].flatMap(([element, text]) => (isShown(element) ? contrastFault(element, text) : []));
};

[...missing(), ...skippedHeadings(), ...doubledIds(), ...pulledForward(), ...tooWide(), ...faintTexts()];
