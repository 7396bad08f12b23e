#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""check.py AXE PAGE…: looks at pages of reports in a headless Chromium, by its WebDriver.

For each page: what axe-core finds, in light and dark; whether a window of 400, 1000 or 1600 pixels scrolls sideways, whether all text can be
seen there; a screenshot of each; whether paper (A4, landscape) cuts something; whether the keyboard reaches frames of flame graphs and
zooms; whether a click on a head sorts exactly; figures with more than three digits and backquotes. Exit status 1 if anything was found."""

import base64
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

WIDTHS = 400, 1000, 1600
HIGHEST = 4000
# A4 in landscape without margins of 12 mm, in pixels of CSS.
PAPER = 1032
ENTER, TAB, UP = '\ue007', '\ue004', '\ue013'

# What is wider than the window and does not scroll by itself.
CUT = """
const width = document.documentElement.clientWidth;
return Array.from(document.querySelectorAll('body *')).filter(e => {
  if (e.closest('svg') !== null && e.tagName !== 'svg') return false;
  const box = e.getBoundingClientRect();
  return box.width > 0 && box.right > width + 1 && (arguments[0] || e.parentElement.closest('.wide') === null);
}).map(e => e.tagName.toLowerCase() + ' ' + e.textContent.trim().slice(0, 40)).slice(0, 3);
"""
# Texts for people, without what a guest or a user named.
TEXTS = """
return Array.from(document.querySelectorAll('main p, main td, main th, main summary')).map(e => {
  const copy = e.cloneNode(true);
  copy.querySelectorAll('code, svg').forEach(part => part.remove());
  return copy.textContent.trim();
});
"""
FIGURE = re.compile(r'(?<![\w.:-])(\d+\.\d+) ?(?:%|s|ms|µs)(?!\w)')
# Sorts by each head that can be clicked, twice; the order must be that of the figures, or of the texts, the parts below their whole.
SORTED = """
const wrong = [];
for (const table of document.querySelectorAll('table')) {
  const heads = Array.from(table.tHead.rows[0].cells);
  const before = Array.from(table.tBodies[0].rows).map(row => row.textContent).sort().join();
  if (table.tBodies[0].rows.length > 1 && table.tHead.querySelector('button') === null) wrong.push('no head can be clicked');
  heads.forEach((head, column) => {
    const button = head.querySelector('button');
    if (button === null) return;
    for (let turn = 0; turn < 2; turn++) {
      button.click();
      const down = head.getAttribute('aria-sort') === 'descending';
      const whole = Array.from(table.tBodies[0].rows).filter((row, i) => i === 0 || row.cells[0].className !== 'in');
      const cells = whole.map(row => row.cells[column].dataset.v).filter(v => v !== undefined).map(Number);
      for (let i = 1; i < cells.length; i++) {
        if (down ? cells[i] > cells[i - 1] : cells[i] < cells[i - 1]) { wrong.push(head.textContent + ': ' + cells[i - 1] + ' before ' + cells[i]); break; }
      }
      if (document.querySelectorAll('th[aria-sort]').length < 1 || table.querySelectorAll('[aria-sort]').length !== 1) wrong.push(head.textContent + ': which is sorted?');
    }
  });
  if (Array.from(table.tBodies[0].rows).map(row => row.textContent).sort().join() !== before) wrong.push('rows were lost');
}
return wrong.slice(0, 3);
"""
AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations.map(v => v.id + ' (' + v.impact + '): ' + v.help + ': '
  + v.nodes.length + ' times, first ' + v.nodes[0].html.slice(0, 160)))).catch(e => done(['axe: ' + e]));
"""


class Browser:
    """A session of chromedriver."""

    def __init__(self, port):
        self.base = f'http://127.0.0.1:{port}'
        options = {'args': ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-dev-shm-usage', '--window-size=1600,1000']}
        created = self.call('POST', '/session', {'capabilities': {'alwaysMatch': {'browserName': 'chrome', 'goog:chromeOptions': options}}})
        self.base += '/session/' + created['sessionId']
        self.call('POST', '/timeouts', {'script': 120_000, 'pageLoad': 60_000})

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.call('DELETE', '')

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {'Content-Type': 'application/json'}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as e:
            raise SystemExit(f'chromedriver: {json.load(e)["value"]["message"]}') from None

    def devtools(self, command, **parameters):
        return self.call('POST', '/goog/cdp/execute', {'cmd': command, 'params': parameters})

    def script(self, text, *arguments, kind='sync'):
        return self.call('POST', '/execute/' + kind, {'script': text, 'args': list(arguments)})

    def window(self, width, height=1000):
        self.devtools('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)

    def media(self, scheme, medium='screen'):
        self.devtools('Emulation.setEmulatedMedia', media=medium, features=[{'name': 'prefers-color-scheme', 'value': scheme}])

    def type(self, keys):
        actions = [action for key in keys for action in ({'type': 'keyDown', 'value': key}, {'type': 'keyUp', 'value': key})]
        self.call('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keyboard', 'actions': actions}]})

    def picture(self, file):
        height = min(HIGHEST, self.script('return document.documentElement.scrollHeight'))
        width = self.script('return window.innerWidth')
        shot = self.devtools('Page.captureScreenshot', captureBeyondViewport=True, clip={'x': 0, 'y': 0, 'width': width, 'height': height, 'scale': 1})
        file.write_bytes(base64.b64decode(shot['data']))


def keyboard(browser):
    """What is wrong with the flame graphs by keyboard alone, beginning in the field before one."""
    browser.script("document.querySelector('.search button').focus()")
    browser.type([TAB])
    where = "return document.activeElement.closest('svg.flame') === null ? null : document.activeElement.getAttribute('aria-level')"
    if browser.script(where) != '1':
        return ['the Tab key does not reach the root of the flame graph']
    browser.type([UP])
    if browser.script(where) != '2':
        return ['the key Up does not go to a frame on the root']
    width = "return Number(document.activeElement.querySelector('rect').getAttribute('width'))"
    before = browser.script(width)
    browser.script("document.activeElement.closest('svg').dataset.before = document.querySelectorAll('svg.flame g:not([style*=none])').length")
    browser.type([ENTER])
    all_of_it = browser.script("return document.activeElement.closest('svg').viewBox.baseVal.width")
    return [] if browser.script(width) >= all_of_it - 1 else [f'Enter does not zoom: {before} of {all_of_it}']


def is_raw(text):
    """Whether it has a backquote, or a figure with more than three significant digits."""
    return '`' in text or any(len(figure.replace('.', '').lstrip('0')) > 3 for figure in FIGURE.findall(text))


def look_at(browser, page, axe):
    """What is wrong with a page."""
    found = []
    for scheme in 'light', 'dark':
        browser.media(scheme)
        for width in WIDTHS:
            browser.window(width)
            browser.call('POST', '/url', {'url': page.as_uri()})
            found += [f'{width} pixels: {what} is cut' for what in browser.script(CUT, False)]
            if browser.script('return document.documentElement.scrollWidth > document.documentElement.clientWidth'):
                found.append(f'{width} pixels: the page scrolls sideways')
            browser.picture(page.with_name(f'{page.stem}-{width}-{scheme}.png'))
        browser.script("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        browser.script(axe)
        found += [f'{scheme}: {what}' for what in browser.script(AXE, kind='async')]
        if scheme == 'dark' and browser.script("return getComputedStyle(document.body).backgroundColor") == 'rgb(255, 255, 255)':
            found.append('the page is not dark')
    found += [f'raw: {text}' for text in browser.script(TEXTS) if is_raw(text)][:3]
    found += [f'sorted: {what}' for what in browser.script(SORTED)]
    if browser.script("return document.querySelector('svg.flame') !== null"):
        found += keyboard(browser)
    browser.media('dark', 'print')
    browser.window(PAPER)
    browser.call('POST', '/url', {'url': page.as_uri()})
    browser.script("window.dispatchEvent(new Event('beforeprint'))")
    found += [f'paper: {what} is cut' for what in browser.script(CUT, True)]
    if browser.script("return document.querySelector('details:not([open])') !== null"):
        found.append('paper: something stays folded')
    if browser.script("return getComputedStyle(document.body).backgroundColor") not in ('rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'):
        found.append('paper: the page is dark')
    browser.picture(page.with_name(f'{page.stem}-paper.png'))
    return found


def main(axe, *pages):
    driver = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, text=True)
    try:
        port = next(line.split('port ')[1].strip(' .\n') for line in driver.stdout if 'successfully on port' in line)
        source = Path(axe).read_text(encoding='utf-8')
        wrong = 0
        with Browser(port) as browser:
            for page in map(Path, pages):
                found = look_at(browser, page.resolve(), source)
                wrong += bool(found)
                print('\n'.join([f'FAILED: {page.stem}: {what}' for what in found] or [f'{page.stem} is as it should be']), flush=True)
        print(f'{len(pages) - wrong} of {len(pages)} pages are as they should be')
        return 1 if wrong else 0
    finally:
        driver.terminate()
        driver.wait()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
