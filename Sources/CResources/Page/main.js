"use strict";
// Starts the page, or a worker if there is no page: both consist of the same scripts.
//
// The features of the page that are not older than 2021, with the first versions of Chrome, Firefox and
// Safari that have them: private methods 84, 90, 15; bulk memory and saturating conversions in the
// module 75, 79, 15; `'wasm-unsafe-eval'` in a policy 97, 102, 16; `Array.findLast` 97, 104, 15.4;
// `structuredClone` 98, 94, 15.4; the element `dialog` 37, 98, 15.4; `:focus-visible` 86, 85, 15.4;
// `overflow-wrap: anywhere` 80, 65, 15.4; `DecompressionStream` 80, 113, 16.4; both streams with
// `deflate-raw` 103, 113, 16.4; `color-mix` in style sheets 111, 113, 16.2. So any of May 2023 will do.
// For looks alone: `backdrop-filter` 76, 103, 18; `scrollbar-width` 121, 64, 18.2.

// The address of a worker with all scripts of this page.
function workerURL() {
  const scripts = [...document.scripts].filter(({ type }) => type === "" || type === "text/javascript");
  return URL.createObjectURL(
    new Blob(scripts.map(({ textContent }) => `${textContent}\n`), { type: "text/javascript" }));
}

// Unpacks a block of data of the page, which is compressed and encoded as Base64.
async function unpacked(id, format) {
  const binary = atob(Page.find(id).textContent);
  const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The scene of the page, or that of the tours.
async function sceneText(id) { return new TextDecoder().decode(await unpacked(id, "deflate-raw")); }

// Handles links to a part of the page: within another page, they would leave this one.
function skipWithin() {
  const link = document.querySelector("a.skip");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    Page.find(link.hash.slice(1)).focus();
  });
}

async function startPage() {
  skipWithin();
  for (const part of ["DecompressionStream", "CompressionStream", "Worker", "WebAssembly"]) {
    if (!(part in window)) {
      Page.notice(`The studio needs ${part}, which this browser lacks. Use a browser of 2023 or later.`);
      return;
    }
  }
  try {
    // A template has the parts of the page that both sides have.
    for (const template of document.querySelectorAll("template")) {
      for (const side of ["a", "b"]) {
        template.insertAdjacentHTML(
          "beforebegin", template.innerHTML.replaceAll("$$", side.toUpperCase()).replaceAll("$", side));
      }
      template.remove();
    }
    if (matchMedia("(max-width: 74rem)").matches) Page.find("settings").open = false;
    const studio = new Studio(workerURL(), await unpacked("module", "gzip"));
    await studio.load(await sceneText("scene"));
    studio.begin();
    const share = new Share(studio);
    studio.guide = new Guide(studio);
    if (!await share.read()) {
      studio.isOpening = true;
      studio.run();
    }
    studio.transport.show();
    window.studio = studio;
  } catch (error) {
    Page.notice(`The studio cannot start: ${error.message}`);
  }
}

if (typeof document === "object") startPage();
else startWorker();
