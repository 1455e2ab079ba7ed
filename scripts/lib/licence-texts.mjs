// Licences' texts that the packages themselves do not carry.

const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const libvips = `libvips and the libraries in it are shared libraries beside the app, under the LGPL, version 3 or later, and
the licences of their parts. They may be replaced by others of the same interface: the file lies in the app's folder of
resources, under app.asar.unpacked/node_modules/@img. Sources and build scripts: https://github.com/lovell/sharp-libvips`

/** Each was looked up where its package is developed, or stands in its README; lazy-val has none there either, and names its author. */
const known = [
  { of: /^@img\/sharp-libvips/, text: libvips },
  { of: /^@napi-rs\/keyring-/, text: mit('2020 N-API for Rust') },
  { of: /^@cfworker\/json-schema$/, text: mit('2020 Jeremy Danyow') },
  { of: /^client-only$/, text: mit('Meta Platforms, Inc. and affiliates.') },
  { of: /^lazy-val$/, text: mit('Vladimir Krivosheev') },
  { of: /^pg-types$/, text: mit('2014 Brian M. Carlson') },
  { of: /^pgpass$/, text: mit('2013-2016 Hannes Hörl') },
]

/** @returns {string} empty where none is known */
export const knownText = (name) => known.find(({ of }) => of.test(name))?.text ?? ''
