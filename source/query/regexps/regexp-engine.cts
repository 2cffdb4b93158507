// A module of its own that is CommonJS: such can be loaded at the moment when it is needed, without waiting.
module.exports = require('re2js');
