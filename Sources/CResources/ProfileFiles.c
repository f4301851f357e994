#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The chapter's device leads; then Apple's phones and tablets by age, Androids, a Mac.
static const struct profile_file devices[] = {
    {"iphone-5.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-5.yml" suffix(, 0)
     }},
    {"ipad-3.yml", (const char[]){
#embed "../ScrollTraces/Devices/ipad-3.yml" suffix(, 0)
     }},
    {"iphone-5s.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-5s.yml" suffix(, 0)
     }},
    {"iphone-6.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-6.yml" suffix(, 0)
     }},
    {"ipad-air-2.yml", (const char[]){
#embed "../ScrollTraces/Devices/ipad-air-2.yml" suffix(, 0)
     }},
    {"iphone-6s.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-6s.yml" suffix(, 0)
     }},
    {"iphone-7.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-7.yml" suffix(, 0)
     }},
    {"ipad-pro-10-5.yml", (const char[]){
#embed "../ScrollTraces/Devices/ipad-pro-10-5.yml" suffix(, 0)
     }},
    {"iphone-8.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-8.yml" suffix(, 0)
     }},
    {"iphone-x.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-x.yml" suffix(, 0)
     }},
    {"iphone-xr.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-xr.yml" suffix(, 0)
     }},
    {"iphone-xs.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-xs.yml" suffix(, 0)
     }},
    {"ipad-pro-12-9-2018.yml", (const char[]){
#embed "../ScrollTraces/Devices/ipad-pro-12-9-2018.yml" suffix(, 0)
     }},
    {"iphone-11.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-11.yml" suffix(, 0)
     }},
    {"iphone-12.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-12.yml" suffix(, 0)
     }},
    {"iphone-13-pro.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-13-pro.yml" suffix(, 0)
     }},
    {"iphone-15-pro.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-15-pro.yml" suffix(, 0)
     }},
    {"iphone-17.yml", (const char[]){
#embed "../ScrollTraces/Devices/iphone-17.yml" suffix(, 0)
     }},
    {"pixel.yml", (const char[]){
#embed "../ScrollTraces/Devices/pixel.yml" suffix(, 0)
     }},
    {"pixel-8.yml", (const char[]){
#embed "../ScrollTraces/Devices/pixel-8.yml" suffix(, 0)
     }},
    {"macbook-air-m1.yml", (const char[]){
#embed "../ScrollTraces/Devices/macbook-air-m1.yml" suffix(, 0)
     }},
};

const struct profile_file *device_files(size_t *count) {
  *count = sizeof(devices) / sizeof(devices[0]);
  return devices;
}

// By rising speed, the special cases last.
static const struct profile_file networks[] = {
    {"edge.yml", (const char[]){
#embed "../ScrollTraces/Networks/edge.yml" suffix(, 0)
     }},
    {"mobile-3g.yml", (const char[]){
#embed "../ScrollTraces/Networks/mobile-3g.yml" suffix(, 0)
     }},
    {"mobile-3g-lossy.yml", (const char[]){
#embed "../ScrollTraces/Networks/mobile-3g-lossy.yml" suffix(, 0)
     }},
    {"dsl.yml", (const char[]){
#embed "../ScrollTraces/Networks/dsl.yml" suffix(, 0)
     }},
    {"lte.yml", (const char[]){
#embed "../ScrollTraces/Networks/lte.yml" suffix(, 0)
     }},
    {"mobile-5g.yml", (const char[]){
#embed "../ScrollTraces/Networks/mobile-5g.yml" suffix(, 0)
     }},
    {"wifi.yml", (const char[]){
#embed "../ScrollTraces/Networks/wifi.yml" suffix(, 0)
     }},
    {"wifi-ac.yml", (const char[]){
#embed "../ScrollTraces/Networks/wifi-ac.yml" suffix(, 0)
     }},
    {"high-latency-dns.yml", (const char[]){
#embed "../ScrollTraces/Networks/high-latency-dns.yml" suffix(, 0)
     }},
    {"very-bad-network.yml", (const char[]){
#embed "../ScrollTraces/Networks/very-bad-network.yml" suffix(, 0)
     }},
    {"total-loss.yml", (const char[]){
#embed "../ScrollTraces/Networks/total-loss.yml" suffix(, 0)
     }},
    {"ideal.yml", (const char[]){
#embed "../ScrollTraces/Networks/ideal.yml" suffix(, 0)
     }},
};

const struct profile_file *network_files(size_t *count) {
  *count = sizeof(networks) / sizeof(networks[0]);
  return networks;
}
