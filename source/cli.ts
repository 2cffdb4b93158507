#!/usr/bin/env node
// React reads it when it is imported: its development build takes twice the time for a frame.
process.env.NODE_ENV ??= 'production';

const {main} = await import('./main.js');
await main(process.argv.slice(2));
