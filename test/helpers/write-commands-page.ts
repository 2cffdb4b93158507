import {readFileSync, writeFileSync} from 'node:fs';
import {commandsPage} from './commands-page.js';

const page = new URL('../../../docs/commands.md', import.meta.url);
writeFileSync(page, commandsPage(readFileSync(page, 'utf8')));
