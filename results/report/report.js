// SPDX-License-Identifier: MIT
// The pages by their names, the menu, the search, paper.
'use strict';

/// A document, which only the site has (documents.mjs): its text is in its page, and the words of all come with the search.
function documentPage(name) {
  if (!data.documents.some(d => d.name === name)) return missingPage('document/' + name);
  return main.querySelector('.document');
}

/// Everything that has a page, with the words by which it is found.
const searched = () => [
  ...DESCRIBED.map(([path, label, what, more = '']) => [path, 'page', label, `${what} ${more}`]),
  ...data.documents.map(d => ['document/' + d.name, 'document', d.title, d.name + (texts[d.name] || '')]),
  ...[
    ...data.figures.map(f => ['figure', f, f.title, f.source, saidOf(f).claim, saidOf(f).found]),
    ...data.methods.map(m => ['method', m, m.label, ...m.aliases, m.source, data.boxes[m.headers?.[0]]]),
    ...data.problems.map(p => ['problem', p, p.title, p.kind, p.source]),
    ...data.claims.map(c => ['claim', c, c.claim, paperName(c.paper), c.where, surpriseOf(c.id)]),
  ].map(([kind, { id }, title, ...more]) => [`${kind}/${id}`, kind, title, [id, ...more].join(' ')]),
];
/// What has all words, titles first: those that begin a word before those inside one ("IMU" is in "simulation").
function sought(text) {
  const q = plainText(text),
    wanted = q.split(' ').filter(Boolean),
    apart = all => ' ' + plainText(all.replace(/[^\p{L}\p{N}]+/gu, ' ')),
    begins = all => apart(all).includes(apart(q)),
    weight = ([, , title, more]) =>
      plainText(title) === q ? 0 : begins(title) ? 1 : plainText(title).includes(q) ? 2 : begins(more) ? 3 : 4;
  return !q
    ? []
    : searched()
        .filter(([, , title, more]) => wanted.every(w => plainText(title + ' ' + more).includes(w)))
        .map(found => [weight(found), found]).sort((a, b) => a[0] - b[0]).map(([, found]) => found);
}
function searchPage() {
  const q = plainText(state.rest.get('q') || ''),
    rows = sought(q).map(([place, kind, title]) => [kind, link(place, title)]);
  return [
    html`<h1>${q ? `${rows.length} pages on “${q}”` : 'Search'}</h1>`,
    table(['what', 'title'], rows, { fixed: true, label: 'pages found' }) ||
      note('Figures, methods, problems, claims and documents can be searched by name, source and words.'),
  ];
}

function missingPage(id) {
  return html`<h1>Not here</h1>
    <p>${
      data.missing.includes(id)
        ? `${id} was not measured when this page was written; run "polhode figure ${id}" and "polhode report".`
        : `This report has no page ${id}.`
    }</p>
    <p>${link('', 'Overview')}</p>`;
}

/// The page of one thing of many.
const pageOf = (all, make) => id => (all.has(id) ? make(all.get(id)) : missingPage(id));

const isOneAnswer = data.recommendation || data.runs,
  advice = () => recommendation({ name: data.recommendation.spec, json: data.recommendation }),
  answered = data.runs ? [runPage, 'Run', 'How it moved'] : [advice, 'Recommendation', 'What to use, and why'];
/// The pages by their places: what makes one, what it is called in menus, what is on it, by which more words it is
/// sought.
const PAGES = {
  throw: [
    ...[throwPage, 'Throw it yourself', 'A body that turns, by several methods'],
    'game spacecraft satellite cubesat dzhanibekov tennis racket wing nut toutatis gyro gyroscope spinning top',
  ],
  file: [filePage, 'A file of your own', 'Results and answers that you drop here', 'recommend run json spec'],
  '': isOneAnswer ? answered : [overview, 'Overview, figures', 'Results, figures and surprises'],
  claims: [claimsPage, 'Claims', 'All claims of the papers, with criterion and measured numbers'],
  methods: [methodsPage, 'Methods', 'All methods, with their measured properties'],
  work: [workPage, 'Work and precision', 'Which method is the cheapest, figure by figure'],
  populations: [populationsPage, 'Populations', 'Distributions of errors over many bodies'],
  problems: [problemsPage, 'Problems', 'The bodies of the papers', 'gyro gyroscope heavy top free body dumbbell'],
  failures: [failuresPage, 'What failed', 'Runs that did not finish, with the reason'],
  provenance: [provenancePage, 'Provenance, citing', 'Builds and machines that measured, and how to cite'],
  ...{ figure: [pageOf(figures, figurePage)], claim: [pageOf(claims, claimPage)] },
  ...{ method: [pageOf(methods, methodPage)], problem: [pageOf(problems, problemPage)] },
  ...{ document: [documentPage], search: [searchPage], pages: [pagesPage] },
};
/// Those of the menu: [place, what it is called, what is on it, words].
const DESCRIBED = (isOneAnswer ? ['', 'throw', 'methods', 'file'] : Object.keys(PAGES))
  .map(place => [place, ...PAGES[place].slice(1)]).filter(([, label]) => label);

/// Everything that has no figure, method, problem or claim to its name.
function pagesPage() {
  const pages = DESCRIBED.map(([path, label, what]) => [link(path, label), what]),
    documents = data.documents.map(d => [link('document/' + d.name, d.label), d.title]);
  return [
    html`<h1>All pages</h1>`,
    table(['page', 'contents'], [...pages, ...documents], { fixed: true, label: 'pages' }),
  ];
}

/// One menu of at most 20 links; the other pages are on "All pages".
function buildNav() {
  const label = new Map(DESCRIBED),
    isSite = data.documents.length > 0,
    api = isSite ? [['api/index.html', 'API reference']] : [],
    pages = paths => paths.filter(path => label.has(path)).map(path => [path, label.get(path)]),
    documents = group => data.documents.filter(d => d.group === group).map(d => ['document/' + d.name, d.label]),
    results = ['', 'claims', 'methods'],
    all = [...label.keys()].filter(path => !['throw', 'file'].includes(path));
  const groups = isOneAnswer
    ? { '': pages([...label.keys()]) }
    : {
        Learn: [...documents('learn'), ...pages(['throw'])],
        Use: [...documents('use'), ...(isSite ? [] : pages(['file']))],
        Results: [...pages(isSite ? results : all), ...documents('results')],
        Reference: [...documents('reference'), ...api, ['pages', 'All pages']],
      };
  const entry = ([path, text]) => html`<li>${link(path, text)}</li>`;
  const section = ([name, items]) => [name && html`<h2>${name}</h2>`, html`<ul>${items.map(entry)}</ul>`];
  nav.replaceChildren(...shown(Object.entries(groups).map(section)));
}

const menu = document.getElementById('menu');
function render() {
  readFragment();
  hideTip();
  ((hovered = ''), (plots = []));
  const [page = '', id] = state.path,
    [make] = PAGES[page] || [],
    here = address(state.path.join('/'));
  main.replaceChildren(...shown([make ? make(id) : missingPage(page)]));
  main.dataset.page = page || 'overview';
  document.title = (main.querySelector('h1') || {}).textContent + ' · Polhode';
  for (const a of nav.querySelectorAll('a'))
    a.getAttribute('href') === here ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current');
  nav.classList.remove('open');
  menu.setAttribute('aria-expanded', 'false');
  selectionChanged();
}

/// Players are drawn in the colours of the page.
function recolour() {
  for (const player of main.querySelectorAll('.player')) player.redraw?.(); // the site's is made anew
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);

// Links keep what is hidden.
addEventListener('click', e => {
  const a = e.target.closest && e.target.closest('a[href^="#/"]');
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
  e.preventDefault();
  go(a.getAttribute('href').slice(2));
});
addEventListener('hashchange', () => {
  const before = main.dataset.place;
  render();
  closeAnswers();
  main.dataset.place = state.path.join('/');
  if (before !== main.dataset.place) (scrollTo(0, 0), main.focus({ preventScroll: true }));
});
const search = document.getElementById('search'),
  searchBox = search.querySelector('input'),
  answers = document.getElementById('answers'),
  closeAnswers = () => (answers.hidden = true);
search.addEventListener('submit', e => {
  e.preventDefault();
  go('search?q=' + encodeURIComponent(searchBox.value.trim()));
});
function loadTexts() {
  for (const name of ['texts', 'parts/boxes'])
    document.body.append(Object.assign(document.createElement('script'), { src: `${root}assets/${name}.js` }));
}
if (data.documents.length) searchBox.addEventListener('focus', loadTexts, { once: true });
// It answers while one types: the first eight, below the box.
searchBox.addEventListener('input', () => {
  const found = sought(searchBox.value),
    row = ([place, kind, title]) => html`<li>${link(place, html`<span>${title}</span><i>${kind}</i>`)}</li>`;
  answers.firstChild.replaceChildren(...found.slice(0, 8).map(row));
  answers.lastChild.textContent =
    found.length > 8 ? `${found.length} pages: Enter shows all` : found.length ? '' : 'No page has these words';
  answers.hidden = !searchBox.value.trim();
});
search.addEventListener('focusout', e => search.contains(e.relatedTarget) || closeAnswers());
search.addEventListener('keydown', e => {
  const links = [searchBox, ...answers.querySelectorAll('a')],
    to = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (e.key === 'Escape') (closeAnswers(), searchBox.focus());
  if (!to || answers.hidden) return;
  e.preventDefault();
  links[(links.indexOf(document.activeElement) + to + links.length) % links.length].focus();
});
menu.addEventListener('click', () => menu.setAttribute('aria-expanded', String(nav.classList.toggle('open'))));
document.querySelector('.skip').addEventListener('click', e => (e.preventDefault(), main.focus()));

// On paper plots are drawn as wide as its columns, so that their texts keep their size, and all is in light colours.
const onPaper = p => (p.node.matches('.wide, .single > *') ? '680px' : '330px');
function printed(width, scheme) {
  plots.forEach(p => ((p.host.style.width = width(p)), p.draw()));
  document.documentElement.style.colorScheme = scheme;
  recolour();
}
addEventListener('beforeprint', () => printed(onPaper, 'light'));
addEventListener('afterprint', () => printed(() => '', ''));

document.body.append(tooltip);
buildNav();
integrators.finally(() => {
  render();
  if (/^#[^/]/.test(location.hash)) document.getElementById(unescaped(location.hash.slice(1)))?.scrollIntoView();
  main.dataset.place = state.path.join('/');
});
