#!/usr/bin/env node
// The program as it was compiled, module by module; what is installed is the bundle, which `launch.ts` starts.
import './start/prepare-node.js';

const {main} = await import('./main.js');
await main(process.argv.slice(2));
