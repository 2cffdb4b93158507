#!/usr/bin/env node
// The program as compiled modules, for development. The installed program is a bundle, which `launch.ts` starts.
import './start/prepare-node.js';

const {main} = await import('./main.js');
await main(process.argv.slice(2));
