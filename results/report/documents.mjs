// SPDX-License-Identifier: MIT
// The documents of the tree as pages of the site. Their links lead to pages, to the API reference and to files that are
// copied beside them; a method, a figure or a problem that is named as code is a link, too.
import fs from 'node:fs';
import path from 'node:path';

/// Those of the menu: name on the site, file, what it is called there, its group.
const IN_MENU = [
  ['start', 'README.md', 'Start here', 'learn'],
  ['tutorial', 'docs/tutorial.md', 'Your first body', 'learn'],
  ['concepts', 'docs/concepts.md', 'Concepts, glossary', 'learn'],
  ['how-to', 'docs/how_to.md', 'Recipes', 'use'],
  ['choose', 'docs/which_integrator.md', 'Which integrator, and why', 'use'],
  ['body', 'docs/bodies.md', 'The body that you have', 'use'],
  ['method', 'docs/own_method.md', 'Bring your own code', 'use'],
  ['languages', 'docs/other_languages.md', 'Python, C, Fortran', 'use'],
  ['sweeps', 'docs/sweeps.md', 'Sweeps over many bodies', 'use'],
  ['atlas', 'docs/atlas.md', 'Atlas of the cheapest', 'results'],
  ['engines', 'docs/engines.md', 'Physics engines', 'results'],
  ['keys', 'docs/keys.md', 'Keys of a file', 'reference'],
  ['program', 'docs/program.md', 'Options, exit codes', 'reference'],
];
/// And all others, under their own names and titles.
function documentsOf(tree) {
  const inDocs = fs.readdirSync(path.join(tree, 'docs')).filter(name => name.endsWith('.md')).map(name => 'docs/' + name),
    others = [...inDocs, 'CONTRIBUTING.md'].filter(file => !IN_MENU.some(d => d[1] === file));
  return [...IN_MENU, ...others.map(file => [path.basename(file, '.md').toLowerCase(), file])];
}
const root = '../../'; // of document/NAME/index.html

/// The pages of headers in the API reference, by their paths, from Doxygen's tag file.
export function readApi(folder, tree) {
  const text = fs.readFileSync(path.join(folder, 'polhode.tag'), 'utf8'),
    pages = {};
  for (const [, body] of text.matchAll(/<compound kind="file">([\s\S]*?)<\/compound>/g)) {
    const of = tag => body.match(`<${tag}>([^<]*)</${tag}>`)[1];
    pages[path.relative(tree, path.join(of('path'), of('name')))] = of('filename').replace(/(\.html)?$/, '.html');
  }
  return pages;
}

/// [{name, label, group, title, html}]. `pageOf` knows the place of what is named as code; `copy` puts a file of the
/// tree on the site and says where; `fail` hears of links that lead nowhere.
export function readDocuments(tree, Marked, { pageOf, api, copy, fail }) {
  const documents = documentsOf(tree),
    byFile = new Map(documents.map(([name, file]) => [file, name]));
  return documents.map(([name, file, label, group]) => {
    const target = href => {
      if (/^(https?:|#)/.test(href)) return href;
      const [, given, anchor] = href.match(/^([^#]*)(#.*)?$/),
        inTree = path.normalize(path.join(path.dirname(file), given)).replace(/\/$/, '');
      if (byFile.has(inTree)) return `${root}document/${byFile.get(inTree)}/index.html${anchor || ''}`;
      if (api[inTree]) return `${root}api/${api[inTree]}`;
      if (fs.existsSync(path.join(tree, inTree))) return root + copy(inTree);
      fail(`${file}: ${href} is not in the tree`);
      return href;
    };
    const ids = new Map();
    let title = '', inLink = 0;
    const renderer = {
      heading({ tokens, depth, text }) {
        const words = text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replace(/ /g, '-'),
          before = ids.get(words) || 0,
          id = before ? `${words}-${before}` : words; // as GitHub has them
        ids.set(words, before + 1);
        if (depth === 1) title = text.replace(/[`*]/g, '');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        ++inLink;
        const inner = this.parser.parseInline(tokens);
        --inLink;
        return `<a href="${target(href)}">${inner}</a>`;
      },
      image({ href, text }) {
        return `<img src="${target(href)}" alt="${text}">`;
      },
      codespan({ text }) {
        const place = inLink ? undefined : pageOf(text);
        const code = `<code>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</code>`;
        return place ? `<a href="${root}${place}/index.html">${code}</a>` : code;
      },
    };
    let tables = 0;
    const scrolled = () => `<div class="scroll" tabindex="0" role="region" aria-label="table ${++tables}"><table>`;
    const html = new Marked({ gfm: true })
      .use({ renderer })
      .parse(fs.readFileSync(path.join(tree, file), 'utf8'))
      .replace(/<table>/g, scrolled).replace(/<\/table>/g, '</table></div>');
    return { name, label: label || title, group, title, html };
  });
}
