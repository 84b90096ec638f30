/**
 * Progressive enhancement: collapses the contents on narrow screens, opens a collapsed operation that a link targets,
 * focuses the search on `/`, and hides operations that lack one of the words of the search.
 */
export const SEARCH = `
const contents = document.getElementById('contents');
contents.open = matchMedia('(min-width: 60rem)').matches;
const reveal = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) { target.open = true; target.scrollIntoView(); }
};
addEventListener('hashchange', reveal);
reveal();
const search = document.getElementById('search-reference');
if (search) {
  const operations = [...document.querySelectorAll('details.operation')];
  const texts = new Map(operations.map((one) => [one, one.textContent.toLowerCase()]));
  const links = new Map([...document.querySelectorAll('nav li a')].map((one) => [one.getAttribute('href'), one.parentElement]));
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const one of operations) {
      const hit = words.every((word) => texts.get(one).includes(word));
      one.hidden = !hit;
      const link = links.get('#' + one.id);
      if (link) link.hidden = !hit;
    }
    for (const section of document.querySelectorAll('main section'))
      section.hidden = words.length > 0 && !section.querySelector('details.operation:not([hidden])');
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    contents.open = true;
    search.focus();
  });
}
`;
