import {readFileSync, writeFileSync} from 'node:fs';
import {formatsPage} from './formats-page.js';

const page = new URL('../../../docs/formats.md', import.meta.url);
writeFileSync(page, formatsPage(readFileSync(page, 'utf8')));
